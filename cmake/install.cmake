# `cmake --install` installs the program, the library, its headers and a CMake package; `--component program` the program alone.
#   find_package(banmen) … target_link_libraries(mine banmen::banmen) … #include <banmen/core/game.hpp>
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

target_compile_features(banmen PUBLIC cxx_std_20)
# Users include <banmen/core/game.hpp>; the headers themselves include "core/seat.hpp".
target_include_directories(banmen INTERFACE $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>
                                            $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}/banmen>)
install(TARGETS banmen_program RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT program)
# Man page and completions, in the standard folders of man and the shells.
install(CODE "
  set(prefix \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}\")
  foreach(made \"man>share/man/man1/banmen.1\" \"completion bash>share/bash-completion/completions/banmen\"
          \"completion zsh>share/zsh/site-functions/_banmen\" \"completion fish>share/fish/vendor_completions.d/banmen.fish\")
    string(REGEX MATCH \"^(.*)>((.*)/.*)\" made \"\${made}\")
    string(REPLACE \" \" \";\" words \"\${CMAKE_MATCH_1}\")
    file(MAKE_DIRECTORY \"\${prefix}/\${CMAKE_MATCH_3}\")
    message(STATUS \"Installing: \${prefix}/\${CMAKE_MATCH_2}\")
    execute_process(COMMAND \"\${prefix}/${CMAKE_INSTALL_BINDIR}/banmen\" \${words} OUTPUT_FILE \"\${prefix}/\${CMAKE_MATCH_2}\"
                    COMMAND_ERROR_IS_FATAL ANY)
  endforeach()" COMPONENT program)
if(TARGET banmen_mpi)
  install(TARGETS banmen_mpi RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endif()
install(TARGETS banmen EXPORT banmenTargets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(EXPORT banmenTargets NAMESPACE banmen:: DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/banmen)
install(DIRECTORY src/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/banmen
        FILES_MATCHING PATTERN "*.hpp" PATTERN "*.h" PATTERN "app" EXCLUDE PATTERN "research" EXCLUDE PATTERN "serve" EXCLUDE)
configure_package_config_file(cmake/banmenConfig.cmake.in ${CMAKE_BINARY_DIR}/banmenConfig.cmake
                              INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/banmen)
write_basic_package_version_file(${CMAKE_BINARY_DIR}/banmenConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_BINARY_DIR}/banmenConfig.cmake ${CMAKE_BINARY_DIR}/banmenConfigVersion.cmake
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/banmen)
