type Target = {
  id: string;
  title: string;
  href: string;
  headings: readonly { slug: string; text: string }[];
};
/** A heading that older links name, and the one that has its text now. */
export type Moved = { slug: string; href: string; title: string };

/**
 * Where the former headings of a page are now.
 * @throws Error if a target doesn't exist, or the page still has a heading of that name
 */
export function movedTo(
  page: Target,
  moved: Readonly<Record<string, string>>,
  pages: readonly Target[],
): Moved[] {
  return Object.entries(moved).map(([slug, to]) => {
    const [id, heading] = to.split('#');
    const target = pages.find((each) => each.id === id);
    const found = target?.headings.find((each) => each.slug === heading);
    if (!target || !found) throw new Error(`${page.href}#${slug} moved to ${to}, which doesn't exist.`);
    if (page.headings.some((each) => each.slug === slug))
      throw new Error(`${page.href} has the heading ${slug}, so it can't have moved.`);
    return { slug, href: `${target.href}#${found.slug}`, title: `${target.title}: ${found.text}` };
  });
}
