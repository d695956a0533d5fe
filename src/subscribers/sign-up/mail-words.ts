import { SIGN_UP_DAYS } from '#src/shared/signup-forms.ts';

/** What our own part of a sign-up's emails says, in one language. `name` is the brand's. */
export type MailWords = {
  confirm: {
    title: (name: string) => string;
    lead: (name: string) => string;
    button: string;
    copy: string;
    notYou: string;
    footer: (name: string) => string;
  };
  already: { title: (name: string) => string; paragraphs: readonly string[] };
  /** Why the brand's own emails come, and the links below them. */
  footer: (name: string) => string;
  preferences: string;
  unsubscribe: string;
};

const en: MailWords = {
  confirm: {
    title: (name) => `Confirm your subscription to ${name}`,
    lead: (name) => `Press the button to get alerts from ${name} at this address.`,
    button: 'Confirm subscription',
    copy: 'Or copy this link into your browser:',
    notYou: `The link works for ${SIGN_UP_DAYS} days. If this wasn’t you, ignore this email: we won’t send you anything else.`,
    footer: (name) => `You get this email because someone entered this address in a form of ${name}.`,
  },
  already: {
    title: (name) => `You’re already subscribed to ${name}`,
    paragraphs: [
      'Someone entered this address in a sign-up form. You’re already subscribed, so nothing changes.',
      'To choose what you get, open your preferences below.',
    ],
  },
  footer: (name) => `You get this email because you signed up for alerts from ${name}.`,
  preferences: 'Preferences',
  unsubscribe: 'Unsubscribe',
};

const de: MailWords = {
  confirm: {
    title: (name) => `Bestätigen Sie Ihre Anmeldung bei ${name}`,
    lead: (name) => `Mit einem Klick erhalten Sie die Meldungen von ${name} an diese Adresse.`,
    button: 'Anmeldung bestätigen',
    copy: 'Oder kopieren Sie diesen Link in Ihren Browser:',
    notYou: `Der Link gilt ${SIGN_UP_DAYS} Tage. Wenn Sie das nicht waren, ignorieren Sie diese E-Mail: Sie erhalten dann nichts weiter.`,
    footer: (name) =>
      `Sie erhalten diese E-Mail, weil jemand diese Adresse in ein Formular von ${name} eingetragen hat.`,
  },
  already: {
    title: (name) => `Sie sind bei ${name} bereits angemeldet`,
    paragraphs: [
      'Jemand hat diese Adresse in ein Anmeldeformular eingetragen. Sie sind bereits angemeldet, es ändert sich also nichts.',
      'Was Sie erhalten möchten, wählen Sie unten in Ihren Einstellungen.',
    ],
  },
  footer: (name) => `Sie erhalten diese E-Mail, weil Sie sich für Meldungen von ${name} angemeldet haben.`,
  preferences: 'Einstellungen',
  unsubscribe: 'Abmelden',
};

const es: MailWords = {
  confirm: {
    title: (name) => `Confirma tu suscripción a ${name}`,
    lead: (name) => `Pulsa el botón para recibir las alertas de ${name} en esta dirección.`,
    button: 'Confirmar suscripción',
    copy: 'O copia este enlace en tu navegador:',
    notYou: `El enlace es válido durante ${SIGN_UP_DAYS} días. Si no has sido tú, ignora este correo: no te enviaremos nada más.`,
    footer: (name) =>
      `Recibes este correo porque alguien introdujo esta dirección en un formulario de ${name}.`,
  },
  already: {
    title: (name) => `Ya tienes una suscripción a ${name}`,
    paragraphs: [
      'Alguien introdujo esta dirección en un formulario de suscripción. Ya tienes una, así que no cambia nada.',
      'Para elegir lo que recibes, abre tus preferencias más abajo.',
    ],
  },
  footer: (name) => `Recibes este correo porque te suscribiste a las alertas de ${name}.`,
  preferences: 'Preferencias',
  unsubscribe: 'Cancelar la suscripción',
};

const fr: MailWords = {
  confirm: {
    title: (name) => `Confirmez votre abonnement à ${name}`,
    lead: (name) => `Appuyez sur le bouton pour recevoir les alertes de ${name} à cette adresse.`,
    button: 'Confirmer l’abonnement',
    copy: 'Ou copiez ce lien dans votre navigateur :',
    notYou: `Le lien est valable ${SIGN_UP_DAYS} jours. Si ce n’était pas vous, ignorez cet e-mail : vous ne recevrez rien d’autre.`,
    footer: (name) =>
      `Vous recevez cet e-mail parce que cette adresse a été saisie dans un formulaire de ${name}.`,
  },
  already: {
    title: (name) => `Vous êtes déjà abonné à ${name}`,
    paragraphs: [
      'Cette adresse a été saisie dans un formulaire d’abonnement. Vous êtes déjà abonné, rien ne change donc.',
      'Pour choisir ce que vous recevez, ouvrez vos préférences ci-dessous.',
    ],
  },
  footer: (name) => `Vous recevez cet e-mail parce que vous vous êtes abonné aux alertes de ${name}.`,
  preferences: 'Préférences',
  unsubscribe: 'Se désabonner',
};

const pt: MailWords = {
  confirm: {
    title: (name) => `Confirme sua inscrição em ${name}`,
    lead: (name) => `Clique no botão para receber os alertas de ${name} neste endereço.`,
    button: 'Confirmar inscrição',
    copy: 'Ou copie este link no seu navegador:',
    notYou: `O link é válido por ${SIGN_UP_DAYS} dias. Se não foi você, ignore este e-mail: não enviaremos mais nada.`,
    footer: (name) =>
      `Você recebeu este e-mail porque alguém informou este endereço em um formulário de ${name}.`,
  },
  already: {
    title: (name) => `Você já está inscrito em ${name}`,
    paragraphs: [
      'Alguém informou este endereço em um formulário de inscrição. Você já está inscrito, então nada muda.',
      'Para escolher o que recebe, abra suas preferências abaixo.',
    ],
  },
  footer: (name) => `Você recebeu este e-mail porque se inscreveu nos alertas de ${name}.`,
  preferences: 'Preferências',
  unsubscribe: 'Cancelar inscrição',
};

const ja: MailWords = {
  confirm: {
    title: (name) => `${name}の配信登録の確認`,
    lead: (name) => `ボタンを押すと、このアドレスに${name}のアラートが届きます。`,
    button: '登録を確認する',
    copy: 'または、次のリンクをブラウザーに貼り付けてください。',
    notYou: `リンクの有効期間は${SIGN_UP_DAYS}日間です。お心当たりがない場合は、このメールを無視してください。ほかのメールが届くことはありません。`,
    footer: (name) => `このメールは、${name}の登録フォームにこのアドレスが入力されたためお送りしています。`,
  },
  already: {
    title: (name) => `${name}にはすでに登録されています`,
    paragraphs: [
      '登録フォームにこのアドレスが入力されました。すでに登録済みのため、変更はありません。',
      '受け取る内容は、下の「配信設定」で選べます。',
    ],
  },
  footer: (name) => `このメールは、${name}のアラートに登録された方にお送りしています。`,
  preferences: '配信設定',
  unsubscribe: '配信停止',
};

const WORDS: Readonly<Record<string, MailWords>> = { en, de, es, fr, pt, ja };

/** The nearest language that these emails are written in: of `de-AT` it is `de`; English where there is none. */
export function mailLanguage(wanted: string | null): string {
  const language = wanted?.toLowerCase().split('-')[0] ?? '';
  return Object.hasOwn(WORDS, language) ? language : 'en';
}

export const wordsIn = (language: string): MailWords => WORDS[mailLanguage(language)] ?? en;

/** The first of an Accept-Language header that these emails are written in; null where there is none (RFC 9110, 12.5.4). */
export function acceptedLanguage(header: string | null): string | null {
  const ranges = (header ?? '')
    .slice(0, 500)
    .split(',')
    .map((part) => {
      const [range = '', ...parameters] = part.trim().split(';');
      const quality = parameters.flatMap((each) => /^\s*q=([\d.]+)\s*$/i.exec(each)?.[1] ?? [])[0];
      return { language: range.toLowerCase().split('-')[0] ?? '', quality: Number(quality ?? 1) };
    })
    .filter(({ language, quality }) => quality > 0 && Object.hasOwn(WORDS, language));
  return ranges.toSorted((a, b) => b.quality - a.quality)[0]?.language ?? null;
}
