# Read by ctest once it knows the unit tests: with BANMEN_LONG=1 some take far longer than a property of theirs would allow, and a
# test's own limit goes before `ctest --timeout`.
if(DEFINED ENV{BANMEN_LONG})
  set_tests_properties(${banmen_tests_TESTS} PROPERTIES TIMEOUT 7200)
endif()
