import type { Database } from '#src/db/database.ts';
import { channels } from '#src/engine/channels/registry.ts';
import { deriveKey } from '#src/platform/keys/keys.ts';
import type { CallProvider } from '#src/platform/net/call.ts';
import type { Devices } from '#src/server/subscribers/devices/parts.ts';
import type { Clock } from '#src/shared/clock.ts';
import { createDevices } from '#src/subscribers/devices/devices.ts';
import type { SenderKeys } from '#src/subscribers/devices/sender-keys.ts';

/** Devices of readers, over the channel that reaches them. */
export function readerDevices({
  app,
  clock,
  encryptionKey,
  senderKeys: keys,
  call,
  practice,
}: {
  app: Database;
  clock: Clock;
  encryptionKey: Buffer;
  senderKeys: () => Promise<SenderKeys>;
  call: CallProvider;
  /** Null where there are no practice providers. */
  practice: object | null;
}): { devices?: Devices } {
  for (const { kind, planClass, devices } of channels()) {
    if (!devices) continue;
    const channel = { kind, planClass, devices };
    const limits = { db: app, clock, hashKey: deriveKey(encryptionKey, 'device limits') };
    return {
      devices: {
        readers: createDevices({ app, clock, encryptionKey, keys, channel, limits }),
        practice: practice && (async () => devices.practice((await keys()).publicKey, call)),
      },
    };
  }
  return {};
}
