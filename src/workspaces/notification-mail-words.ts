import { mailFrame } from '#src/platform/mail/frame.ts';
import { oneLine, subjectLine, webUrl } from '#src/platform/mail/plain.ts';
import { DEFAULT_BRAND_COLOR } from '#src/shared/product.ts';
import { siteConfig } from '#src/shared/site-config.ts';

/** What the bell says, as a mail, with the button that leads to the place. `url` and `settingsUrl` are http(s). */
export async function renderNotificationMail(notification: {
  title: string;
  text: string;
  workspace: string;
  url: string;
  settingsUrl: string;
}): Promise<{ subject: string; text: string; html: string }> {
  const title = oneLine(notification.title);
  const lines = notification.text
    .split('\n')
    .map((line) => oneLine(line, 1_000))
    .filter(Boolean);
  const url = webUrl(notification.url, 'url');
  const settingsUrl = webUrl(notification.settingsUrl, 'settingsUrl');
  const footer = `Sent by ${siteConfig.name} because you haven’t read this notification in ${oneLine(notification.workspace, 80)}, and get these by email.`;
  const choose = 'Choose what is mailed';
  return {
    subject: subjectLine(title),
    text: `${[title, ...lines, `Open it:\n${url}`, `--\n${footer}\n${choose}: ${settingsUrl}`].join('\n\n')}\n`,
    html: await mailFrame({
      brandName: siteConfig.name,
      brandColor: DEFAULT_BRAND_COLOR,
      title,
      preheader: lines[0]?.slice(0, 120) ?? title,
      blocks: [
        { kind: 'headline', text: title },
        ...lines.map((text) => ({ kind: 'paragraph' as const, text })),
        { kind: 'button', label: 'Open it', url },
      ],
      footer: { text: footer, links: [{ label: choose, url: settingsUrl }] },
    }),
  };
}
