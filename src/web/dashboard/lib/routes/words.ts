import type { Route } from '#src/shared/routes.ts';

const list = new Intl.ListFormat('en', { type: 'conjunction' });

const APPROVED: Partial<Record<string, string>> = {
  human: 'After a review.',
  smart: 'After a review where smart approval asks for one.',
};

type Named = Pick<Route, 'channels' | 'reach' | 'approval' | 'expiresMinutes' | 'releaseMinutes'> & {
  brand: string;
  /** Audiences and destinations. */
  to: readonly string[];
};

/** Of a rule without routes. */
export const defaultRoute = (brand: string | undefined): string =>
  brand === undefined ? 'Members get it.' : `Members get it, in the brand ${brand}.`;

/** A route in plain words. */
export function routeSentence(route: Named, titleOf: (kind: string) => string): string {
  const { brand, to, approval, expiresMinutes, releaseMinutes } = route;
  const who = to.length === 0 ? 'No one yet' : list.format(to);
  const main = `${who}, in the brand ${brand}${over(route, titleOf)}.`;
  return [
    main,
    ...(approval === 'auto' ? [] : [APPROVED[approval] ?? 'Under an approval policy of yours.']),
    ...(releaseMinutes === null ? [] : [`Under embargo for ${age(releaseMinutes)} after it’s sent.`]),
    ...(expiresMinutes === null ? [] : [`Not sent once it is ${age(expiresMinutes)} old.`]),
  ].join(' ');
}

function over({ channels, reach }: Named, titleOf: (kind: string) => string): string {
  if (channels === null) return reach === 'preferred' ? ', over one channel each' : '';
  const names = channels.map(titleOf);
  const [only] = names;
  if (names.length === 1 && only !== undefined) return `, by ${only}`;
  return reach === 'preferred'
    ? `, by the first they have of ${names.join(', then ')}`
    : `, by ${list.format(names)}`;
}

/** `an hour`, `15 minutes` */
export const age = (minutes: number): string =>
  minutes === 1
    ? 'a minute'
    : minutes % 60 === 0
      ? hours(minutes / 60)
      : `${minutes.toLocaleString('en')} minutes`;
const hours = (count: number): string => (count === 1 ? 'an hour' : `${count} hours`);

/** All routes of a rule in a line. */
export const routesInShort = (routes: readonly Route[]): string =>
  routes.length === 0
    ? 'To members'
    : `To ${routes
        .map(({ brand, audiences, destinations }) => {
          const names = [...audiences, ...destinations].map(({ name }) => name);
          return `${names.join(', ')} in ${brand.name}`;
        })
        .join(' · ')}`;
