const ADDRESS = /^(?:https?:\/\/)?(?:www\.|m\.)?facebook\.com\//i;
/** A page's number alone, or in its address: `/profile.php?id=…`, `/pages/…/…`, or `/Name-…`. */
const NUMBER =
  /^(?:profile\.php\?id=|(?:pages|p|people)\/[^/?]+\/|(?:p\/)?[^/?]+-)?(\d{5,20})\/?(?:[?&#].*)?$/i;

/** A page by its number, typed or as a link to it. Null for what is neither: a name can change, the number can't. */
export function normalizePage(typed: string): string | null {
  const text = typed.trim();
  if (/^\d{5,20}$/.test(text)) return text;
  return ADDRESS.test(text) ? (NUMBER.exec(text.replace(ADDRESS, ''))?.[1] ?? null) : null;
}
