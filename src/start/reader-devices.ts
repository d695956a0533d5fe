import type { Database } from '#src/db/database.ts';
import { channels } from '#src/engine/channels/registry.ts';
import { deriveKey } from '#src/platform/keys/keys.ts';
import type { CallProvider } from '#src/platform/net/call.ts';
import type { Devices as Reachable } from '#src/engine/channels/device.ts';
import type { MemberBrowsers } from '#src/server/api/notifications/notifications.ts';
import type { Devices } from '#src/server/subscribers/devices/parts.ts';
import type { Clock } from '#src/shared/clock.ts';
import { createDevices } from '#src/subscribers/devices/devices.ts';
import type { SenderKeys } from '#src/subscribers/devices/sender-keys.ts';
import { createMemberDevices } from '#src/workspaces/devices/devices.ts';

/** Devices of readers and browsers of members, over the channel that reaches them. */
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
}): { devices?: Devices; memberDevices: MemberBrowsers; practiceBrowser?: (() => Promise<unknown>) | null } {
  for (const { kind, planClass, devices } of channels()) {
    if (!devices) continue;
    const channel = { kind, planClass, devices };
    const practiceBrowser = practice && (async () => devices.practice((await keys()).publicKey, call));
    const read = async (given: unknown, agent: string) =>
      devices.read(given, agent, (await keys()).publicKey);
    const limits = { db: app, clock, hashKey: deriveKey(encryptionKey, 'device limits') };
    return {
      devices: {
        readers: createDevices({ app, clock, encryptionKey, keys, channel, limits }),
        practice: practiceBrowser,
      },
      memberDevices: {
        devices: createMemberDevices({ app, clock, encryptionKey, read }),
        key: async () => (await keys()).publicKey,
        practice: practice !== null,
      },
      practiceBrowser,
    };
  }
  throw new Error('No channel reaches browsers.');
}

/** How the program's own messages reach a browser. */
export function browserPost(): Reachable['post'] {
  for (const { devices } of channels()) if (devices) return devices.post;
  throw new Error('No channel reaches browsers.');
}
