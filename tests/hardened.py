"""The protections of the program that its file shows: a position-independent executable whose stack is not executable and whose
relocations are read-only from the start, calls of the checks that the compiler adds to sources for input and output, and Intel's
control-flow marks.
hardened.py PROGRAM"""
import struct
import sys

DYNAMIC, NOTE, STACK, RELRO, PROPERTY = 2, 4, 0x6474E551, 0x6474E552, 0x6474E553
STRTAB, SYMTAB, FLAGS, FLAGS_1, NULL = 5, 6, 30, 0x6FFFFFFB, 0
X86_64 = 62


class Elf:
    def __init__(self, path):
        with open(path, "rb") as file:
            self.bytes = file.read()
        assert self.bytes[:6] == b"\x7fELF\x02\x01", "not a 64-bit little-endian ELF file"
        (self.kind, self.machine, _, _, headers, sections, _, _, size, count, section_size, section_count, _) = struct.unpack_from(
            "<HHIQQQIHHHHHH", self.bytes, 16)
        fields = [struct.unpack_from("<IIQQQQQQ", self.bytes, headers + k * size) for k in range(count)]
        # Type, flags, offset, address, size in the file.
        self.segments = [(kind, flags, offset, address, length) for kind, flags, offset, address, _, length, _, _ in fields]
        table = [struct.unpack_from("<IIQQQQIIQQ", self.bytes, sections + k * section_size) for k in range(section_count)]
        self.symbols = set()
        for _, kind, _, _, offset, length, link, _, _, entry in table:
            if kind != 11:  # dynamic symbols
                continue
            names = table[link][4]
            for at in range(offset, offset + length, entry):
                begin = names + struct.unpack_from("<I", self.bytes, at)[0]
                self.symbols.add(self.bytes[begin:self.bytes.index(b"\0", begin)].decode())

    def segment(self, kind):
        return next((s for s in self.segments if s[0] == kind), None)

    def dynamic(self):
        """The values of the dynamic section by tag."""
        _, _, offset, _, length = self.segment(DYNAMIC)
        pairs = [struct.unpack_from("<qQ", self.bytes, at) for at in range(offset, offset + length, 16)]
        return {tag: value for tag, value in pairs if tag != NULL}

    def control_flow(self):
        """The bits of the property that names the control-flow protections: 1 indirect branches, 2 shadow stack."""
        found = self.segment(PROPERTY)
        if found is None:
            return 0
        at, end = found[2], found[2] + found[4]
        while at < end:
            name, length, kind = struct.unpack_from("<III", self.bytes, at)
            at += 12 + (name + 3) // 4 * 4
            inner, at = at, at + (length + 7) // 8 * 8
            while kind == 5 and inner < at:
                what, size = struct.unpack_from("<II", self.bytes, inner)
                if what == 0xC0000002:
                    return struct.unpack_from("<I", self.bytes, inner + 8)[0]
                inner += 8 + (size + 7) // 8 * 8
        return 0


elf = Elf(sys.argv[1])
dynamic = elf.dynamic()
stack = elf.segment(STACK)
expected = {
    "it is position-independent (PIE)": elf.kind == 3 and dynamic.get(FLAGS_1, 0) & 0x08000000,
    "its stack is not executable (NX)": stack is not None and not stack[1] & 1,
    "no segment is writable and executable": not any(kind == 1 and flags & 3 == 3 for kind, flags, *_ in elf.segments),
    "its relocations are read-only (full RELRO)": elf.segment(RELRO) is not None and
    (dynamic.get(FLAGS, 0) & 8 or dynamic.get(FLAGS_1, 0) & 1),
    "functions with arrays check their frame (-fstack-protector-strong)": "__stack_chk_fail" in elf.symbols,
    "copies into known objects are checked (_FORTIFY_SOURCE)": any(s.endswith("_chk") and s.startswith("__") for s in elf.symbols),
    "the standard library checks its preconditions (_GLIBCXX_ASSERTIONS)": any("__glibcxx_assert_fail" in s for s in elf.symbols),
}
if elf.machine == X86_64:
    expected["targets of indirect branches are marked (IBT)"] = elf.control_flow() & 1
    expected["it is compatible with a shadow stack (SHSTK)"] = elf.control_flow() & 2
missing = [what for what, holds in expected.items() if not holds]
if missing:
    sys.exit("missing: " + "; ".join(missing))
print(f"{len(expected)} protections are there")
