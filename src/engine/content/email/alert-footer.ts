import { fillFooter } from '#src/platform/mail/frame.ts';
import { oneLine, webUrl } from '#src/platform/mail/plain.ts';

type AlertFooter = {
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
  { brandName, evidenceUrl, unsubscribeUrl, preferencesUrl }: AlertFooter,
): { text: string; html: string } {
  const why = `You get this email because you receive alerts from ${oneLine(brandName, 80)}.`;
  const links = [
    ...(evidenceUrl === null
      ? []
      : [{ label: 'See the evidence', url: webUrl(evidenceUrl, 'The evidence link') }]),
    { label: 'Preferences', url: webUrl(preferencesUrl, 'The preferences link') },
    { label: 'Unsubscribe', url: webUrl(unsubscribeUrl, 'The unsubscribe link') },
  ];
  return {
    text: `${mail.text}\n${['--', why, ...links.map(({ label, url }) => `${label}: ${url}`)].join('\n')}\n`,
    html: fillFooter(mail.html, { text: why, links }),
  };
}
