import type { ReaderDevices } from '#src/subscribers/devices/devices.ts';
import type { Known } from '#src/subscribers/people.ts';
import { devicePage, deviceSection } from './section.ts';

/** The part of a person's page that registers the device it is on; null where the brand's plan doesn't have it. */
export type OfferDevices = (
  known: Known,
) => Promise<{ html: string; page: { script: string; css: string; head: string } } | null>;

export const offerDevices =
  (devices: ReaderDevices, { practice }: { practice: boolean }): OfferDevices =>
  async (known) => {
    const offer = await devices.offer(known);
    if (!offer) return null;
    const own = await devices.list(known);
    const html = deviceSection({ token: known.token, brandName: known.look.name, practice, own, ...offer });
    return { html, page: devicePage(offer.key) };
  };
