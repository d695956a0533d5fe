const SLUG = /^[a-z0-9](?:-?[a-z0-9]){2,47}$/;

/** The last part of a page's address, from what was typed or from the whole address; null where it's none. */
export function normalizeSlug(typed: string): string | null {
  const last = typed.trim().toLowerCase().split('/p/').at(-1) ?? '';
  const slug = last.replace(/\/$/, '');
  return SLUG.test(slug) ? slug : null;
}

export const SAY_SLUG = 'Use 3 to 48 lowercase letters, digits and single hyphens, such as harbor-alerts.';
