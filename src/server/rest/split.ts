/**
 * Cuts a list at its commas, but for those inside double quotes or brackets; null where a quote or bracket does not
 * end.
 */
export function splitList(text: string): string[] | null {
  const parts: string[] = [];
  let part = '';
  let quoted = false;
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charAt(at);
    if (quoted && char === '\\') {
      part += char + text.charAt(at + 1);
      at += 1;
      continue;
    }
    if (char === '"') quoted = !quoted;
    if (!quoted && char === '(') depth += 1;
    if (!quoted && char === ')') depth -= 1;
    if (char === ',' && !quoted && depth === 0) {
      parts.push(part);
      part = '';
    } else part += char;
  }
  return quoted || depth !== 0 ? null : [...parts, part];
}

/** `"a\"b"` is a"b; without quotes a word is itself. */
export function unquote(text: string): string {
  if (text.length < 2 || !text.startsWith('"') || !text.endsWith('"')) return text;
  return text.slice(1, -1).replace(/\\(.)/gs, '$1');
}
