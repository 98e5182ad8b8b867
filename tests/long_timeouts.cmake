# Read by ctest once it knows the unit tests: with BANMEN_LONG=1 some exceed the TIMEOUT property, and a test's own limit overrides
# `ctest --timeout`.
if(DEFINED ENV{BANMEN_LONG})
  set_tests_properties(${banmen_tests_TESTS} PROPERTIES TIMEOUT 7200)
endif()
