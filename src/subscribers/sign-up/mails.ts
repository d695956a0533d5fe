import { mailFrame } from '#src/platform/mail/frame.ts';
import { oneLine, subjectLine, webUrl } from '#src/platform/mail/plain.ts';
import { SIGN_UP_DAYS } from '#src/shared/signup-forms.ts';

type Mail = { subject: string; text: string; html: string };
type Brand = { name: string; color: string };

/** What a customer typed, in paragraphs. */
const paragraphsOf = (text: string): string[] =>
  text
    .split(/\r?\n\s*\r?\n/u)
    .map((part) => oneLine(part, 4_000))
    .filter(Boolean);

/** Asks whether the person signed up. Nothing that somebody typed into the form is in it: the address may be a stranger's. */
export async function renderConfirm(brand: Brand, url: string): Promise<Mail> {
  const name = oneLine(brand.name, 80);
  const link = webUrl(url, 'The confirmation link');
  const title = `Confirm your subscription to ${name}`;
  const lead = `Press the button to get alerts from ${name} at this address.`;
  const notYou = `The link is good for ${SIGN_UP_DAYS} days. If this wasn’t you, ignore this email: nothing else is sent to you because of it.`;
  const footer = `You get this email because someone entered this address in a form of ${name}.`;
  return {
    subject: subjectLine(title),
    text: `${[title, lead, link, notYou, `--\n${footer}`].join('\n\n')}\n`,
    html: await mailFrame({
      brandName: name,
      brandColor: brand.color,
      title,
      preheader: lead,
      blocks: [
        { kind: 'headline', text: title },
        { kind: 'paragraph', text: lead },
        { kind: 'button', label: 'Confirm subscription', url: link },
        { kind: 'link', label: 'Or copy this link into your browser:', url: link },
        { kind: 'small', text: notYou },
      ],
      footer: { text: footer },
    }),
  };
}

type Links = { preferences: string; unsubscribe: string };

/** The brand's own words, with the links of every email of the brand. */
export async function renderWelcome(
  brand: Brand,
  { subject, text }: { subject: string; text: string },
  links: Links,
): Promise<Mail> {
  const name = oneLine(brand.name, 80);
  const title = subjectLine(subject);
  const paragraphs = paragraphsOf(text);
  const footer = `You get this email because you signed up for alerts from ${name}.`;
  const ways = [
    { label: 'Preferences', url: webUrl(links.preferences, 'The preferences link') },
    { label: 'Unsubscribe', url: webUrl(links.unsubscribe, 'The unsubscribe link') },
  ];
  return {
    subject: title,
    text: `${[title, ...paragraphs, ['--', footer, ...ways.map(({ label, url }) => `${label}: ${url}`)].join('\n')].join('\n\n')}\n`,
    html: await mailFrame({
      brandName: name,
      brandColor: brand.color,
      title,
      preheader: paragraphs[0]?.slice(0, 120) ?? title,
      blocks: [
        { kind: 'headline', text: title },
        ...paragraphs.map((each) => ({ kind: 'paragraph' as const, text: each })),
      ],
      footer: { text: footer, links: ways },
    }),
  };
}

/** For someone who signs up again: there is nothing to confirm, and the form didn't say so. */
export const renderAlready = (brand: Brand, links: Links): Promise<Mail> =>
  renderWelcome(
    brand,
    {
      subject: `You’re already subscribed to ${oneLine(brand.name, 80)}`,
      text: 'Someone entered this address in a sign-up form. You’re already subscribed, so nothing changes.\n\nTo choose what you get, open your preferences below.',
    },
    links,
  );
