import type { Charge } from '#src/shared/channels.ts';
import type { Prepared } from '#src/shared/content/prepared.ts';
import { addressesIn } from '#src/shared/content/text-length.ts';
import { sumOfCharges } from '../charges.ts';
import { postsOf } from './posts.ts';

/** US dollars for each post (docs.x.com, pay per use, November 2026). */
const PRICES = { plain: '0.015', withLink: '0.20' };

/** X charges for each post of a thread, and about 13 times as much for a post with a link. Pictures are free. */
export const charges = (prepared: Prepared, settings: Readonly<Record<string, string>>): Charge =>
  sumOfCharges(
    postsOf(prepared, settings).map((text) => ({
      currency: 'USD',
      amount: addressesIn(text).length > 0 ? PRICES.withLink : PRICES.plain,
    })),
  ) ?? { currency: 'USD', amount: '0' };
