import { DateTime } from 'luxon';
import type { Post, Publication, Times } from '#src/publishing/publishing.ts';
import type { PagePart } from '#src/shared/content/page-post.ts';
import { DATE_ORDERS } from '#src/shared/formats.ts';
import { PUBLIC_PLACES } from '#src/shared/public-places.ts';

/** "Nov 24, 2026, 3:33 PM UTC", or as the brand writes dates and times. */
export function timeOf(at: Date, { timeZone, formats }: Times): string {
  const { date = 'language', clock = 'language' } = formats;
  const day = DATE_ORDERS[date].date ?? 'LLL d, yyyy';
  const hour = clock === '24h' ? 'HH:mm' : 'h:mm a';
  return DateTime.fromJSDate(at, { zone: timeZone ?? 'UTC' })
    .setLocale('en-US')
    .toFormat(`${day}, ${hour} ZZZZ`);
}

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
