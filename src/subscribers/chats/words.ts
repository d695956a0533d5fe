import type { ReaderLanguage } from '#src/shared/reader-languages.ts';

/** What a bot says to people in their own chat, in one language. `name` is the brand's. */
export type ChatWords = {
  /** What they agree to: kept with their consent as it was shown. */
  question: (name: string) => string;
  /** Before the question, where the link was one person's. `hint`: a part of their address. */
  forPerson: (hint: string) => string;
  yes: string;
  no: string;
  subscribed: (name: string) => string;
  declined: string;
  already: (name: string) => string;
  stopped: (name: string) => string;
  notSubscribed: string;
  settings: (name: string, url: string) => string;
  help: (name: string) => string;
  /** The question was answered or asked again since, or is too old. */
  closed: string;
  badLink: string;
  full: string;
};

const en: ChatWords = {
  question: (name) =>
    `Do you want to get market alerts from ${name} in this chat? You can stop at any time by sending /stop.`,
  forPerson: (hint) => `This adds this chat to the subscription of ${hint}.`,
  yes: 'Yes, send me alerts',
  no: 'No',
  subscribed: (name) =>
    `You’re subscribed: alerts from ${name} come here from now on. /settings shows your choices, /stop ends them.`,
  declined: 'You won’t get alerts here. Send /start if you change your mind.',
  already: (name) =>
    `You already get alerts from ${name} here. /settings shows your choices, /stop ends them.`,
  stopped: (name) => `You’re unsubscribed: no more alerts from ${name} here. Send /start to get them again.`,
  notSubscribed: 'You don’t get alerts here. Send /start to subscribe.',
  settings: (name, url) =>
    `Choose what you get from ${name}:\n${url}\nThis link is yours alone. Don’t share it.`,
  help: (name) =>
    `This bot sends alerts from ${name} and can’t answer messages. /start subscribes, /stop unsubscribes, /settings shows your choices.`,
  closed: 'This question is no longer open. Send /start to be asked again.',
  badLink: 'This link doesn’t work. It may have been used or have expired. Get a new one where you found it.',
  full: 'No more people can subscribe at the moment. Try again later.',
};

const de: ChatWords = {
  question: (name) =>
    `Möchten Sie Marktmeldungen von ${name} in diesem Chat erhalten? Mit /stop können Sie sie jederzeit beenden.`,
  forPerson: (hint) => `Dieser Chat kommt zur Anmeldung von ${hint} hinzu.`,
  yes: 'Ja, Meldungen senden',
  no: 'Nein',
  subscribed: (name) =>
    `Sie sind angemeldet: Meldungen von ${name} kommen ab jetzt hier an. /settings zeigt Ihre Auswahl, /stop meldet Sie ab.`,
  declined: 'Sie erhalten hier keine Meldungen. Mit /start können Sie sich später anmelden.',
  already: (name) =>
    `Sie erhalten hier bereits Meldungen von ${name}. /settings zeigt Ihre Auswahl, /stop meldet Sie ab.`,
  stopped: (name) =>
    `Sie sind abgemeldet: Hier kommen keine Meldungen von ${name} mehr an. Mit /start melden Sie sich wieder an.`,
  notSubscribed: 'Sie erhalten hier keine Meldungen. Mit /start melden Sie sich an.',
  settings: (name, url) =>
    `Wählen Sie, was Sie von ${name} erhalten:\n${url}\nDieser Link gehört nur Ihnen. Geben Sie ihn nicht weiter.`,
  help: (name) =>
    `Dieser Bot sendet Meldungen von ${name} und kann keine Nachrichten beantworten. /start meldet Sie an, /stop ab, /settings zeigt Ihre Auswahl.`,
  closed: 'Diese Frage ist nicht mehr offen. Mit /start werden Sie erneut gefragt.',
  badLink:
    'Dieser Link funktioniert nicht. Vielleicht wurde er schon benutzt oder ist abgelaufen. Holen Sie sich dort, wo Sie ihn gefunden haben, einen neuen.',
  full: 'Zurzeit kann sich niemand mehr anmelden. Versuchen Sie es später noch einmal.',
};

const es: ChatWords = {
  question: (name) =>
    `¿Quieres recibir alertas de mercado de ${name} en este chat? Puedes dejarlas cuando quieras con /stop.`,
  forPerson: (hint) => `Este chat se añade a la suscripción de ${hint}.`,
  yes: 'Sí, quiero alertas',
  no: 'No',
  subscribed: (name) =>
    `Ya tienes la suscripción: las alertas de ${name} llegan aquí desde ahora. /settings muestra tus preferencias y /stop la cancela.`,
  declined: 'No recibirás alertas aquí. Envía /start si cambias de idea.',
  already: (name) =>
    `Ya recibes aquí las alertas de ${name}. /settings muestra tus preferencias y /stop cancela la suscripción.`,
  stopped: (name) =>
    `Suscripción cancelada: no llegarán más alertas de ${name} aquí. Envía /start para volver a recibirlas.`,
  notSubscribed: 'No recibes alertas aquí. Envía /start para suscribirte.',
  settings: (name, url) =>
    `Elige lo que recibes de ${name}:\n${url}\nEste enlace es solo tuyo. No lo compartas.`,
  help: (name) =>
    `Este bot envía alertas de ${name} y no puede responder mensajes. /start suscribe, /stop cancela y /settings muestra tus preferencias.`,
  closed: 'Esta pregunta ya no está abierta. Envía /start para que te la haga de nuevo.',
  badLink:
    'Este enlace no funciona. Puede que ya se haya usado o que haya caducado. Consigue uno nuevo donde lo encontraste.',
  full: 'Ahora mismo no puede suscribirse nadie más. Inténtalo más tarde.',
};

const fr: ChatWords = {
  question: (name) =>
    `Voulez-vous recevoir les alertes de marché de ${name} dans cette discussion ? Vous pouvez les arrêter à tout moment avec /stop.`,
  forPerson: (hint) => `Cette discussion s’ajoute à l’abonnement de ${hint}.`,
  yes: 'Oui, envoyez-moi les alertes',
  no: 'Non',
  subscribed: (name) =>
    `Vous êtes abonné : les alertes de ${name} arrivent ici désormais. /settings montre vos choix, /stop y met fin.`,
  declined: 'Vous ne recevrez pas d’alertes ici. Envoyez /start si vous changez d’avis.',
  already: (name) =>
    `Vous recevez déjà ici les alertes de ${name}. /settings montre vos choix, /stop y met fin.`,
  stopped: (name) =>
    `Vous êtes désabonné : plus d’alertes de ${name} ici. Envoyez /start pour les recevoir de nouveau.`,
  notSubscribed: 'Vous ne recevez pas d’alertes ici. Envoyez /start pour vous abonner.',
  settings: (name, url) =>
    `Choisissez ce que vous recevez de ${name} :\n${url}\nCe lien est personnel. Ne le partagez pas.`,
  help: (name) =>
    `Ce bot envoie les alertes de ${name} et ne peut pas répondre aux messages. /start abonne, /stop désabonne, /settings montre vos choix.`,
  closed: 'Cette question n’est plus ouverte. Envoyez /start pour qu’elle soit posée de nouveau.',
  badLink:
    'Ce lien ne fonctionne pas. Il a peut-être déjà servi ou expiré. Demandez-en un nouveau là où vous l’avez trouvé.',
  full: 'Personne d’autre ne peut s’abonner pour le moment. Réessayez plus tard.',
};

const pt: ChatWords = {
  question: (name) =>
    `Você quer receber alertas de mercado de ${name} nesta conversa? Pare quando quiser enviando /stop.`,
  forPerson: (hint) => `Esta conversa será adicionada à inscrição de ${hint}.`,
  yes: 'Sim, quero alertas',
  no: 'Não',
  subscribed: (name) =>
    `Inscrição feita: os alertas de ${name} chegam aqui a partir de agora. /settings mostra suas preferências e /stop cancela.`,
  declined: 'Você não receberá alertas aqui. Envie /start se mudar de ideia.',
  already: (name) =>
    `Você já recebe aqui os alertas de ${name}. /settings mostra suas preferências e /stop cancela.`,
  stopped: (name) =>
    `Inscrição cancelada: não chegam mais alertas de ${name} aqui. Envie /start para voltar a recebê-los.`,
  notSubscribed: 'Você não recebe alertas aqui. Envie /start para se inscrever.',
  settings: (name, url) => `Escolha o que recebe de ${name}:\n${url}\nEste link é só seu. Não o compartilhe.`,
  help: (name) =>
    `Este bot envia alertas de ${name} e não responde a mensagens. /start inscreve, /stop cancela e /settings mostra suas preferências.`,
  closed: 'Esta pergunta não está mais aberta. Envie /start para que ela seja feita de novo.',
  badLink:
    'Este link não funciona. Talvez já tenha sido usado ou tenha expirado. Obtenha um novo onde o encontrou.',
  full: 'No momento, ninguém mais pode se inscrever. Tente mais tarde.',
};

const ja: ChatWords = {
  question: (name) =>
    `このチャットで${name}のマーケットアラートを受け取りますか？ /stop を送信すると、いつでも停止できます。`,
  forPerson: (hint) => `${hint} の登録にこのチャットが追加されます。`,
  yes: 'はい、受け取ります',
  no: 'いいえ',
  subscribed: (name) =>
    `登録しました。今後、${name}のアラートがここに届きます。配信設定は /settings、停止は /stop です。`,
  declined: 'ここにはアラートは届きません。登録するときは /start を送信してください。',
  already: (name) => `${name}のアラートはすでにここに届いています。配信設定は /settings、停止は /stop です。`,
  stopped: (name) =>
    `配信を停止しました。${name}のアラートはここには届きません。再開するには /start を送信してください。`,
  notSubscribed: 'ここにはアラートは届いていません。登録するには /start を送信してください。',
  settings: (name, url) =>
    `${name}から受け取る内容を選べます。\n${url}\nこのリンクはあなた専用です。ほかの人に渡さないでください。`,
  help: (name) =>
    `このボットは${name}のアラートを配信します。メッセージには返信できません。登録は /start、停止は /stop、配信設定は /settings です。`,
  closed: 'この質問は締め切られました。もう一度始めるには /start を送信してください。',
  badLink:
    'このリンクは使えません。すでに使われたか、有効期限が切れています。入手した場所で新しいリンクを取得してください。',
  full: '現在、これ以上登録できません。しばらくしてからお試しください。',
};

const WORDS: Readonly<Record<ReaderLanguage, ChatWords>> = { en, de, es, fr, pt, ja };
const isKnown = (language: string): language is ReaderLanguage => Object.hasOwn(WORDS, language);

/** The person's language where the brand writes in it, else the brand's main one. */
export function chatLanguage(wanted: string | null, brand: readonly string[]): ReaderLanguage {
  const own = wanted?.toLowerCase().split('-')[0] ?? '';
  const [main = 'en'] = brand;
  const language = brand.includes(own) ? own : main;
  return isKnown(language) ? language : 'en';
}

export const chatWords = (language: ReaderLanguage): ChatWords => WORDS[language];
