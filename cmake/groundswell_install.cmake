# SPDX-License-Identifier: Apache-2.0
# `make install`: program, libraries, headers and find_package(groundswell).
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)
