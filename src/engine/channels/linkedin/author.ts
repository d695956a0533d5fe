const URN = /^urn:li:(person|organization):([\w-]{1,40})$/;
/** A page's number is in its address where an admin looks at it: `/company/1234567/admin/`. */
const ADMIN_PAGE = /^(?:https?:\/\/)?(?:www\.)?linkedin\.com\/company\/(\d{3,20})(?:[/?#].*)?$/i;

/** Who posts, as LinkedIn writes it: a page by its number, its admin address or its URN; a person by theirs. */
export function normalizeAuthor(typed: string): string | null {
  const text = typed.trim();
  if (URN.test(text)) return text;
  const page = /^\d{3,20}$/.exec(text)?.[0] ?? ADMIN_PAGE.exec(text)?.[1];
  return page === undefined ? null : `urn:li:organization:${page}`;
}
