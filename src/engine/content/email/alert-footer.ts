import { footerFiller } from '#src/platform/mail/frame.ts';
import { oneLine, webUrl } from '#src/platform/mail/plain.ts';
import { lexiconOf } from '../languages/registry.ts';

type Mail = { text: string; html: string };
type Shared = {
  /** Of the message; English unless given. */
  language?: string;
  brandName: string;
};
type Own = {
  /** The alert in the account area, http(s); null for people who have none. */
  evidenceUrl: string | null;
  /** Where this person stops getting alerts, and where they choose what they get, http(s). */
  unsubscribeUrl: string;
  preferencesUrl: string;
};

/**
 * Makes the mail of an alert for one recipient after another: why it came, where its evidence is, and the way out. Only
 * the addresses are a recipient's own.
 */
export function alertFooter(mail: Mail, { language = 'en', brandName }: Shared): (own: Own) => Mail {
  const { footer } = lexiconOf(language);
  const why = footer.why.replace('{{brand}}', () => oneLine(brandName, 80));
  const text = `${mail.text}\n--\n${why}\n`;
  const fill = footerFiller(mail.html, why);
  return ({ evidenceUrl, unsubscribeUrl, preferencesUrl }) => {
    const links = [
      ...(evidenceUrl === null
        ? []
        : [{ label: footer.evidence, url: webUrl(evidenceUrl, 'The evidence link') }]),
      { label: footer.preferences, url: webUrl(preferencesUrl, 'The preferences link') },
      { label: footer.unsubscribe, url: webUrl(unsubscribeUrl, 'The unsubscribe link') },
    ];
    return { text: text + links.map(({ label, url }) => `${label}: ${url}\n`).join(''), html: fill(links) };
  };
}

/** The same for a single recipient. */
export const addAlertFooter = (mail: Mail, given: Shared & Own): Mail => alertFooter(mail, given)(given);
