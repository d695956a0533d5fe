import type { Context } from 'hono';
import type { ReaderDevices } from '#src/subscribers/devices/devices.ts';
import type { Known } from '#src/subscribers/people.ts';
import { offerDevices } from './offer.ts';
import { createDeviceRoutes } from './routes.ts';

export type Devices = {
  readers: ReaderDevices;
  /** A practice device, as it registers itself; null where there are none. */
  practice: (() => Promise<unknown>) | null;
};

/** What a host has for devices: its routes, and what its pages offer. */
export function deviceParts(
  devices: Devices | undefined,
  host: {
    find: (token: string) => Promise<Known | null>;
    clientAddress: (c: Context) => string | null;
  },
) {
  if (!devices) return null;
  const { readers, practice } = devices;
  const offer = offerDevices(readers, { practice: practice !== null });
  return {
    routes: createDeviceRoutes({ ...host, devices: readers, practice }),
    offer,
    /** One of a person's devices, by its id, as their page sends it. */
    turnOff: (c: Context, known: Known, id: string): Promise<void> =>
      readers.turnOff(known, id, host.clientAddress(c)),
    /** By the link of a person. */
    offerTo: async (reader: string): ReturnType<typeof offer> => {
      const known = await host.find(reader);
      return known && offer(known);
    },
  };
}
export type DeviceParts = NonNullable<ReturnType<typeof deviceParts>>;
