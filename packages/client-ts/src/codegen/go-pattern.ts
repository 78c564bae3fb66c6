/**
 * A pattern of JavaScript as Go's regular expressions (RE2) have it, which is what API servers use; or why there is
 * none, as an object.
 */
export function goPattern(pattern: string): string | { readonly why: string } {
  let result = "";
  let inClass = false;
  for (let i = 0; i < pattern.length; i++) {
    const rest = pattern.slice(i);
    const [sequence] = /^\\(?:u\{[0-9a-fA-F]+\}|u[0-9a-fA-F]{4}|.)/su.exec(rest) ?? [];
    if (sequence !== undefined) {
      const translated = goEscape(sequence, inClass);
      if (translated === undefined) return { why: `${sequence} has no equivalent in Go's regular expressions` };
      result += translated;
      i += sequence.length - 1;
      continue;
    }
    if (!inClass && rest.startsWith("(?")) {
      const [look] = /^\(\?<?[=!]/.exec(rest) ?? [];
      if (look !== undefined) return { why: `${look} (a lookaround) has no equivalent in Go's regular expressions` };
      if (/^\(\?<[A-Za-z_]/.test(rest)) {
        result += "(?P<";
        i += 2;
        continue;
      }
    }
    if (!inClass && rest.startsWith("[^]")) {
      result += "[\\s\\S]";
      i += 2;
      continue;
    }
    if (rest.startsWith("[") && !inClass) inClass = true;
    else if (rest.startsWith("]") && inClass) inClass = false;
    else if (inClass && rest.startsWith("[")) {
      // To Go, `[[:` would begin a named class.
      result += "\\[";
      continue;
    }
    const [, count] = (inClass ? undefined : /^\{(?:\d*,)?(\d+),?\}/.exec(rest)) ?? [];
    if (count !== undefined && Number(count) > 1000)
      return { why: `it repeats something ${count} times, and Go allows at most 1000` };
    result += pattern[i];
  }
  return result;
}

function goEscape(sequence: string, inClass: boolean): string | undefined {
  const letter = sequence[1] ?? "";
  if (letter === "u" && sequence.length > 2) return `\\x{${sequence.replaceAll(/[^0-9a-fA-F]/g, "")}}`;
  if (letter === "/") return "/";
  if (/[1-9kcX]/.test(letter)) return undefined;
  if (letter === "0") return "\\x00";
  if (letter === "b" && inClass) return "\\x08";
  return sequence;
}
