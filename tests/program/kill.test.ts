import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { drill } from '#tests/support/drill.ts';
import { programHome } from '#tests/support/program.ts';
import { killAndFinish } from './kill-rounds.ts';

it(
  'survives kill -9 during a replay: every event once, every alert sent or unknown, no email twice',
  { timeout: drill(600_000, 1_800_000) },
  async () => {
    const home = await programHome();
    const { sent, unknown } = await killAndFinish(home.env, drill(7, 100));
    const mails = readdirSync(join(home.dataDir, 'outbox'), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.eml'))
      .map(
        (name) =>
          /^X-Delivery-ID: (\S+)/im.exec(readFileSync(join(home.dataDir, 'outbox', name), 'utf8'))?.[1],
      );
    expect(new Set(mails).size).toBe(mails.length);
    expect(sent.filter((id) => !mails.includes(id))).toEqual([]);
    expect(mails.filter((id) => !sent.includes(id!) && !unknown.includes(id!))).toEqual([]);
    await home.remove();
  },
);
