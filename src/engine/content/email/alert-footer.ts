import { fillFooter } from '#src/platform/mail/frame.ts';
import { lexiconOf } from '../languages/registry.ts';
import { oneLine, webUrl } from '#src/platform/mail/plain.ts';

type AlertFooter = {
  /** Of the message; English unless given. */
  language?: string;
  brandName: string;
  /** The alert in the account area, http(s); null for people who have none. */
  evidenceUrl: string | null;
  /** Where this person stops getting alerts, and where they choose what they get, http(s). */
  unsubscribeUrl: string;
  preferencesUrl: string;
};

/** The mail of an alert for one recipient: why it came, where its evidence is, and the way out. */
export function addAlertFooter(
  mail: { text: string; html: string },
  { language = 'en', brandName, evidenceUrl, unsubscribeUrl, preferencesUrl }: AlertFooter,
): { text: string; html: string } {
  const { footer } = lexiconOf(language);
  const why = footer.why.replace('{{brand}}', () => oneLine(brandName, 80));
  const links = [
    ...(evidenceUrl === null
      ? []
      : [{ label: footer.evidence, url: webUrl(evidenceUrl, 'The evidence link') }]),
    { label: footer.preferences, url: webUrl(preferencesUrl, 'The preferences link') },
    { label: footer.unsubscribe, url: webUrl(unsubscribeUrl, 'The unsubscribe link') },
  ];
  return {
    text: `${mail.text}\n${['--', why, ...links.map(({ label, url }) => `${label}: ${url}`)].join('\n')}\n`,
    html: fillFooter(mail.html, { text: why, links }),
  };
}
