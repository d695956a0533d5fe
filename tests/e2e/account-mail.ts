import { expect, mailsTo, readMail } from './journey.ts';
import type { RunningProgram } from '#tests/support/program.ts';

/** Waits for the nth mail (from 1) to an address whose subject fits, and answers the link in it to one of our pages. */
export async function mailedLink(
  program: RunningProgram,
  address: string,
  wanted: { subject: RegExp; page: string; nth?: number },
): Promise<string> {
  const fitting = async () =>
    (await mailsTo(program, address)).filter((mail) => wanted.subject.test(mail.subject));
  await expect.poll(async () => (await fitting()).length).toBeGreaterThanOrEqual(wanted.nth ?? 1);
  const links = await Promise.all(
    (await fitting()).map(async (mail) => {
      const { text } = await readMail(program, mail.id);
      return new RegExp(`https?://\\S+${wanted.page}\\?\\S+`).exec(text)?.[0];
    }),
  );
  const link = links.find((each) => each !== undefined);
  if (link === undefined) throw new Error(`No mail to ${address} leads to ${wanted.page}`);
  return link;
}
