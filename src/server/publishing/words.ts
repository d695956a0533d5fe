import type { Post, Publication } from '#src/publishing/publishing.ts';
import type { PagePart } from '#src/shared/content/page-post.ts';
import { PUBLIC_PLACES } from '#src/shared/public-places.ts';

/** "Nov 24, 2026, 3:33 PM UTC". @param timeZone IANA; UTC where there is none */
export const timeOf = (at: Date, timeZone: string | null): string =>
  new Intl.DateTimeFormat('en-US', {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZone: timeZone ?? 'UTC',
    timeZoneName: 'short',
  })
    .format(at)
    .replaceAll('\u202f', ' ');

export const pathOf = (slug: string, ...more: string[]): string => [PUBLIC_PLACES, slug, ...more].join('/');
export const picturePath = (slug: string, post: Pick<Post, 'id'>, hash: string): string =>
  pathOf(slug, post.id, `${hash}.png`);

export const titleOf = ({ look }: Pick<Publication, 'look'>): string => `Alerts from ${look.name}`;

/** Its first sentence or two, for lists and previews. */
export function leadOf({ words }: Pick<Post, 'words'>): string {
  const { parts } = words.post;
  const first =
    parts.find(({ kind }) => kind === 'paragraph') ?? parts.find(({ kind }) => kind === 'dateline');
  return first && 'text' in first ? first.text : words.post.headline;
}

/** The parts below the headline, which every drawing has above them. */
export const bodyOf = (parts: readonly PagePart[]): PagePart[] =>
  parts.filter(({ kind }) => kind !== 'headline' && kind !== 'dateline');

export const datelineOf = (parts: readonly PagePart[]): string | null => {
  const dateline = parts.find(({ kind }) => kind === 'dateline');
  return dateline && 'text' in dateline ? dateline.text : null;
};
