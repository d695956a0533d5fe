const LABELS: Readonly<Record<string, string>> = {
  reply: 'mail server’s answer',
  dsn: 'bounce email',
  api: 'your team',
  sign_up: 'the person',
  person: 'the person',
  ses: 'Amazon SES',
  mailgun: 'Mailgun',
  postmark: 'Postmark',
  sendgrid: 'SendGrid',
  resend: 'Resend',
};

/** Who said so. */
export const sourceLabel = (source: string): string => LABELS[source] ?? source;
