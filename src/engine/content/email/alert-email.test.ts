import { expect, test } from 'vitest';
import { fallDocument } from '../document.fixture.ts';
import { FOOTER_SLOT, withoutFooter } from '#src/shared/mail-footer.ts';
import { plainWords } from '../plain-words.ts';
import { renderAlertEmail } from './alert-email.ts';
import { withPictures } from '../with-pictures.ts';
import { addAlertFooter, alertFooter } from './alert-footer.ts';

const brand = { name: 'Harbor <b>& Vale', color: '#0f4c5c' };
const document = fallDocument({ brand });

test('the HTML says what the text says: brand, figures, direction in sign, arrow and words, date, disclaimer', async () => {
  const { title, html } = await renderAlertEmail(document);
  expect(title).toBe('S&P 500 falls 11.98% in one session');
  for (const part of [
    'Harbor &lt;b&gt;&amp; Vale',
    'falls 11.98%',
    '-11.98%',
    '&#9660;',
    '2,386.13',
    '16 March 2020',
    'For information only.',
  ]) {
    expect(html).toContain(part);
  }
  expect(html).not.toContain('Trial run');
});

test('a trial run is marked in the HTML', async () => {
  const { html } = await renderAlertEmail(fallDocument({ trial: true }));
  expect(html).toContain('Trial run.');
  expect(html).toContain('It shows a past event, not the market now.');
});

test('what is kept and exported has no recipient in it; each one’s footer comes as it goes out', async () => {
  const kept = await renderAlertEmail(document);
  expect(kept.text).toBe(plainWords(document).text);
  expect(kept.html).not.toMatch(/href=|You get this email/);
  const sent = addAlertFooter(kept, {
    brandName: brand.name,
    evidenceUrl: 'https://site.example/dashboard/alerts/7',
    unsubscribeUrl: 'https://site.example/unsubscribe/a.b.c?x=1&y=2',
    preferencesUrl: 'https://site.example/preferences/a.b.c',
  });
  expect(sent.text).toContain(
    'You get this email because you receive alerts from Harbor <b>& Vale.\nSee the evidence: https://site.example/dashboard/alerts/7\nPreferences: https://site.example/preferences/a.b.c\nUnsubscribe: https://site.example/unsubscribe/a.b.c?x=1&y=2\n',
  );
  expect(sent.html).toContain('receive alerts from Harbor &lt;b&gt;&amp; Vale.');
  expect(sent.html).toContain('href="https://site.example/unsubscribe/a.b.c?x=1&amp;y=2"');
  expect(sent.html).not.toContain(FOOTER_SLOT);
  expect(withoutFooter(kept.html)).not.toContain('<!-- footer');
});

test('each recipient has their own links, whoever came before', async () => {
  const kept = await renderAlertEmail(document);
  const own = (name: string, evidenceUrl: string | null) => ({
    brandName: brand.name,
    evidenceUrl,
    unsubscribeUrl: `https://site.example/unsubscribe/${name}`,
    preferencesUrl: `https://site.example/preferences/${name}`,
  });
  const people = [own('a', 'https://site.example/dashboard/alerts/7'), own('b', null)];
  const withFooter = alertFooter(kept, { brandName: brand.name });
  expect(people.map(withFooter)).toEqual(people.map((each) => addAlertFooter(kept, each)));
  expect(withFooter(own('b', null)).html).not.toMatch(/alerts\/7|unsubscribe\/a/);
});

test('logo and chart come with the mail, with their words for whoever cannot see them', async () => {
  const [logo, picture] = ['a', 'b'].map((digit) => ({
    hash: digit.repeat(64),
    type: 'image/png' as const,
    width: 264,
    height: 40,
  }));
  const { chart } = document;
  const { html, media } = await renderAlertEmail({
    ...document,
    look: { ...document.look, logo: logo! },
    chart: { ...chart!, picture: picture! },
  });
  expect(media.map(({ hash }) => hash)).toEqual([logo!.hash, picture!.hash]);
  expect(html).toContain(`<img src="cid:${logo!.hash}" alt="Harbor &lt;b&gt;&amp; Vale"`);
  expect(html).toContain(
    'alt="Price chart of S&amp;P 500 in daily bars. The last bar, Monday, 16 March 2020, closed at 2,386.13 and is marked: Change -11.98%."',
  );
  const read = async (hash: string) =>
    hash === picture!.hash ? { type: 'image/png', bytes: Buffer.from('chart') } : null;
  const whole = await withPictures(html, read);
  expect(whole).toContain(`src="data:image/png;base64,${Buffer.from('chart').toString('base64')}"`);
  expect(whole).toContain(`cid:${logo!.hash}`);
});
