// Package pyvenv makes the Python environment of tests that run FuseSoC and cocotb: a virtual environment with the packages of
// requirements.txt, each at its version. It is kept in the user's cache, one folder a list of packages and Python, and made once:
// a seal, written last, tells one that is whole from what a killed installation has left.
package pyvenv
