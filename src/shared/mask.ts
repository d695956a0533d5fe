const HIDDEN = '•••';

/** An address as those see it who may not read contacts: `a•••@readers.example`, `+4•••`. */
export function maskedAddress(address: string): string {
  const at = address.lastIndexOf('@');
  return at > 0 ? `${address.slice(0, 1)}${HIDDEN}${address.slice(at)}` : `${address.slice(0, 2)}${HIDDEN}`;
}

const EMAIL = /[^\s<>"'(),;:@]+@[^\s<>"'(),;:@]+\.[^\s<>"'(),;:@]*[^\s<>"'(),;:@.]/g;

/** A text in which servers name addresses, without them; `known` is one that it may name in another form. */
export function maskedText(text: string, known = ''): string {
  const masked = known.length > 2 ? text.replaceAll(known, maskedAddress(known)) : text;
  return masked.replaceAll(EMAIL, (found) => (found.includes(HIDDEN) ? found : maskedAddress(found)));
}
