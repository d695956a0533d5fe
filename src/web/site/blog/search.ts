export type Searched = { title: string; excerpt: string };

/** Does the title or the excerpt hold what was typed? Case does not matter; nothing typed finds everything. */
export function matches(post: Searched, query: string): boolean {
  const wanted = query.trim().toLocaleLowerCase('en');
  return [post.title, post.excerpt].some((text) => text.toLocaleLowerCase('en').includes(wanted));
}

/** How many are shown, in words that are read aloud: `2 of 4 posts`. */
export function countPhrase(found: number, all: number): string {
  return found === all ? `${all} posts` : `${found} of ${all} posts`;
}
