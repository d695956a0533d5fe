/** Text for HTML, in attributes too. */
export const escapeHtml = (text: string): string =>
  text.replace(
    /[&<>"']/g,
    (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' })[sign] ?? sign,
  );

/** Filled in by programs only: people never see it. */
export const HONEYPOT = 'company_website';

type Shown = {
  title: string;
  consent: string;
  button: string;
  asksName: boolean;
  chat: { title: string; url: string } | null;
};

/** Of the frame, in px. */
const HEIGHT = { form: 480, name: 80, chat: 120 };

/** What a customer pastes into another site. Both work without script. */
export function embedCode(url: string, form: Shown): { frame: string; html: string } {
  const name = form.asksName
    ? '\n  <p><label>Name <input name="name" autocomplete="name" maxlength="200"></label></p>'
    : '';
  const chat = form.chat
    ? `\n<p><a href="${escapeHtml(form.chat.url)}" target="_blank" rel="noopener">Subscribe on ${escapeHtml(form.chat.title)}</a></p>`
    : '';
  const height = HEIGHT.form + (form.asksName ? HEIGHT.name : 0) + (form.chat ? HEIGHT.chat : 0);
  return {
    frame: `<iframe src="${escapeHtml(url)}/embed" title="${escapeHtml(form.title)}" width="100%" height="${height}" style="border:0" loading="lazy"></iframe>`,
    html: `<form action="${escapeHtml(url)}" method="post">${name}
  <p><label>Email <input type="email" name="email" autocomplete="email" required maxlength="320"></label></p>
  <p style="position:absolute;left:-10000px" aria-hidden="true"><input name="${HONEYPOT}" tabindex="-1" autocomplete="off"></p>
  <p><label><input type="checkbox" name="agreed" value="yes" required> ${escapeHtml(form.consent)}</label></p>
  <p><button type="submit">${escapeHtml(form.button)}</button></p>
</form>${chat}`,
  };
}
