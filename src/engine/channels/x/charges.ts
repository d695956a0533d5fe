import type { Charge } from '#src/shared/channels.ts';
import type { Prepared } from '#src/shared/content/prepared.ts';
import { addressesIn } from '#src/shared/content/text-length.ts';
import { sumOfCharges } from '../charges.ts';
import { postsOf } from './posts.ts';

/** US dollars for each post (docs.x.com, pay per use, November 2026). */
const PRICES = { plain: '0.015', withLink: '0.20' };

/** Each post of a thread is charged by itself, and many times as much if it has a link. A picture costs nothing. */
export const charges = (prepared: Prepared, settings: Readonly<Record<string, string>>): Charge =>
  sumOfCharges(
    postsOf(prepared, settings).map((text) => ({
      currency: 'USD',
      amount: addressesIn(text).length > 0 ? PRICES.withLink : PRICES.plain,
    })),
  ) ?? { currency: 'USD', amount: '0' };
