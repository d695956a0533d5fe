import { safeColor } from '#src/shared/colors.ts';
import { ANCHOR } from './anchor.ts';

/** What a visitor has chosen. It lives in the page and in the fragment of a shared link; no server gets it. */
export type BrandState = { name: string; color: string; event: string; channel: Channel };

export const CHANNELS = ['email', 'telegram', 'slack', 'linkedin'] as const;
export type Channel = (typeof CHANNELS)[number];

export const NAME_MAX = 40;
export const DEFAULT_BRAND = { name: 'Northgate Markets', color: '#0f4c5c' };

const asName = (text: string): string =>
  [...text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' ').trim()].slice(0, NAME_MAX).join('');

/** The name that is shown: what was typed, or the example's while nothing is. */
export const shownName = (typed: string): string => asName(typed) || DEFAULT_BRAND.name;

/** `#your-brand?name=…&color=…&event=…&channel=…` */
export function hashOf({ name, color, event, channel }: BrandState): string {
  const query = new URLSearchParams({ name: asName(name), color: color.slice(1), event, channel });
  return `#${ANCHOR}?${query}`;
}

/** What a shared link says; null if the fragment isn't one. What is wrong in it has its default. */
export function readHash(hash: string, first: BrandState, events: readonly string[]): BrandState | null {
  if (!hash.startsWith(`#${ANCHOR}?`)) return null;
  const given = new URLSearchParams(hash.slice(ANCHOR.length + 2));
  const [event, channel] = [given.get('event') ?? '', given.get('channel') ?? ''];
  const color = `#${given.get('color') ?? ''}`;
  return {
    name: asName(given.get('name') ?? ''),
    color: /^#[0-9a-f]{6}$/i.test(color) ? safeColor(color) : first.color,
    event: events.includes(event) ? event : first.event,
    channel: CHANNELS.find((each) => each === channel) ?? first.channel,
  };
}

/** Its first letter or digit, for the picture of an account. */
export const initialOf = (name: string): string =>
  /[\p{L}\p{N}]/u.exec(name)?.[0].toLocaleUpperCase('en') ?? '·';

/** Where the last point of a polyline is in its box, in percent: the drawing has 2 % of room at the sides, 4 % above and below. */
export function placeOf(points: string): readonly [x: number, y: number] {
  const [x = 0, y = 0] = points.split(' ').at(-1)?.split(',').map(Number) ?? [];
  return [((x + 2) / 104) * 100, ((y + 4) / 108) * 100];
}
