# Read by ctest once it knows the unit tests: labels of single ones (explained in CMakeLists.txt).
function(label_unit_tests label)
  foreach(name IN LISTS ARGN)
    list(FIND banmen_tests_TESTS ${name} place)
    if(place EQUAL -1)
      message(FATAL_ERROR "tests/unit_labels.cmake names '${name}', and there is no such test")
    endif()
    set_tests_properties(${name} PROPERTIES LABELS ${label})
  endforeach()
endfunction()

if(DEFINED banmen_tests_TESTS)
  label_unit_tests(peer Spin.CountsTheSamePositions Spin.CountsTheSameOnFiveByTwo Spin.GivesTheSameVerdicts BackgammonAgent.PlaysGnubg Peers.FairyStockfishCountsTheSamePositions
                   Peers.DebiansEnginesPlayEachOther Peers.OtherGamesOfDebiansEnginesAreRefused
                   BackgammonBearOff.EqualsTheInstalledDatabase BackgammonHypergammon.EqualsMakehyper
                   BackgammonGnubg.OtherFilesOfMakebearoffAreEqualToTheLastBit)
endif()
