import type { BrandVoice } from '#src/shared/brand-kit.ts';
import type { Language } from '#src/shared/content/answer.ts';
import type { Shapes } from './lexicon.ts';

type Tone = BrandVoice['tone'];
/** `none`: impersonal. In the tone of a newswire, that ends without a word. */
type Closings = {
  none: Readonly<Record<Exclude<Tone, 'newswire'>, Shapes>>;
  we: Readonly<Record<Tone, Shapes>>;
};

/**
 * How the built-in writer ends an alert, by the brand's tone and person. The sentences say what the alert or its sender
 * does, and nothing about the market. The content gate allows each of them in any text (gate/framings).
 */
const CLOSINGS: Readonly<Record<Language, Closings>> = {
  en: {
    none: {
      plain: ['That is what happened.', 'That is what the data show.', 'That sums up what happened.'],
      formal: [
        'Every figure in this alert can be verified against the stored data.',
        'All figures come directly from the stored data.',
        'The evidence for this alert is stored and can be verified.',
      ],
      lively: ['That is the picture for {{name}}!', 'Thanks for reading!', 'Thanks for following along!'],
    },
    we: {
      newswire: ['We are following {{name}}.', 'We are monitoring {{name}}.', 'We report on {{name}}.'],
      plain: ['We keep an eye on {{name}}.', 'We watch {{name}} for you.', 'We bring you the details.'],
      formal: [
        'We monitor the market data of {{name}}.',
        'We recorded the event in the data of {{name}}.',
        'We detected the event in the market data of {{name}}.',
      ],
      lively: [
        'We are watching {{name}} closely!',
        'We are keeping an eye on {{name}} for you!',
        'We are following {{name}} closely!',
      ],
    },
  },
  de: {
    none: {
      plain: ['Das ist passiert.', 'Das zeigen die Daten.', 'So viel zu {{name}}.'],
      formal: [
        'Jede Angabe in dieser Meldung lässt sich anhand der gespeicherten Daten nachprüfen.',
        'Alle Angaben stammen direkt aus den gespeicherten Daten.',
        'Alle Belege zu dieser Meldung sind gespeichert.',
      ],
      lively: [
        'So sieht das Bild für {{name}} aus!',
        'Vielen Dank fürs Lesen!',
        'Das war unser kurzer Überblick!',
      ],
    },
    we: {
      newswire: ['Wir beobachten {{name}}.', 'Wir verfolgen {{name}}.', 'Wir berichten über {{name}}.'],
      plain: [
        'Wir behalten {{name}} im Blick.',
        'Wir haben {{name}} für Sie im Blick.',
        'Wir beobachten {{name}} für Sie.',
      ],
      formal: [
        'Wir überwachen die Marktdaten von {{name}}.',
        'Wir verfolgen die Kurse von {{name}}.',
        'Wir beobachten die Marktdaten von {{name}}.',
      ],
      lively: [
        'Wir beobachten {{name}} genau!',
        'Wir behalten {{name}} für Sie im Auge!',
        'Wir haben {{name}} für Sie im Auge!',
      ],
    },
  },
  es: {
    none: {
      plain: ['Eso es lo que ocurrió.', 'Eso muestran los datos.', 'Hasta aquí el resumen.'],
      formal: [
        'Todos los datos de esta alerta se pueden verificar.',
        'Todos los precios de esta alerta se pueden comprobar con los datos guardados.',
        'La evidencia de esta alerta queda guardada y es verificable.',
      ],
      lively: ['Este es el cuadro de {{name}}.', 'Gracias por su interés.', 'Gracias por leer.'],
    },
    we: {
      newswire: ['Seguimos {{name}}.', 'Observamos {{name}}.', 'Informamos sobre {{name}}.'],
      plain: [
        'Seguimos {{name}} para usted.',
        'Estamos siguiendo {{name}}.',
        'Vigilamos {{name}} para nuestros lectores.',
      ],
      formal: [
        'Vigilamos los datos de mercado de {{name}}.',
        'Observamos los datos de mercado de {{name}}.',
        'Seguimos los datos de mercado de {{name}}.',
      ],
      lively: [
        'Seguimos {{name}} de cerca.',
        'Estamos siguiendo {{name}} de cerca.',
        'Seguimos {{name}} de cerca para usted.',
      ],
    },
  },
  fr: {
    none: {
      plain: ['Voilà ce qui s’est passé.', 'C’est ce que montrent les données.', 'Voilà pour {{name}}.'],
      formal: [
        'Chaque donnée de cette alerte est vérifiable.',
        'Les preuves de cette alerte sont conservées et vérifiables.',
        'Les données de cette alerte proviennent directement des données conservées.',
      ],
      lively: ['Voilà pour {{name}}\u202f!', 'Merci de nous lire\u202f!', 'Merci de votre intérêt\u202f!'],
    },
    we: {
      newswire: ['Nous suivons {{name}}.', 'Nous observons {{name}}.', 'Nous surveillons {{name}}.'],
      plain: [
        'Nous gardons un œil sur {{name}}.',
        'Nous suivons {{name}} pour vous.',
        'Nous surveillons {{name}} pour vous.',
      ],
      formal: [
        'Nous surveillons les données de marché de {{name}}.',
        'Nous suivons les données de marché de {{name}}.',
        'Nous examinons les données de marché de {{name}}.',
      ],
      lively: [
        'Nous suivons {{name}} de près\u202f!',
        'Nous gardons un œil sur {{name}} pour vous\u202f!',
        'Nous surveillons {{name}} de près\u202f!',
      ],
    },
  },
  pt: {
    none: {
      plain: ['Isso é o que aconteceu.', 'Isso mostram os dados.', 'Até aqui o resumo.'],
      formal: [
        'Todos os dados deste alerta podem ser verificados.',
        'Todos os dados deste alerta podem ser conferidos com os dados guardados.',
        'A evidência deste alerta fica guardada e é verificável.',
      ],
      lively: ['Este é o quadro de {{name}}!', 'Obrigado por ler!', 'Obrigado por seu interesse!'],
    },
    we: {
      newswire: ['Acompanhamos {{name}}.', 'Monitoramos {{name}}.', 'Observamos {{name}}.'],
      plain: [
        'Estamos acompanhando {{name}}.',
        'Acompanhamos {{name}} para você.',
        'Estamos de olho em {{name}}.',
      ],
      formal: [
        'Monitoramos os dados de mercado de {{name}}.',
        'Acompanhamos os dados de mercado de {{name}}.',
        'Observamos os dados de mercado de {{name}}.',
      ],
      lively: [
        'Estamos de olho em {{name}} para você!',
        'Acompanhamos {{name}} de perto!',
        'Estamos acompanhando {{name}} de perto!',
      ],
    },
  },
  ja: {
    none: {
      plain: ['以上が起きたことです。', '以上がデータが示す内容です。', '以上が{{name}}の概要です。'],
      formal: [
        'このアラートのデータは、保存されたデータで検証できます。',
        'このアラートの証拠は、保存されており、検証できます。',
        'データは、すべて保存されたデータに基づいています。',
      ],
      lively: [
        '最後までお読みいただき、ありがとうございます！',
        'お読みいただき、ありがとうございます！',
        '以上が{{name}}の概要です！',
      ],
    },
    we: {
      newswire: [
        '当社は{{name}}を追っています。',
        '当社は{{name}}を監視しています。',
        '当社は{{name}}を観察しています。',
      ],
      plain: [
        '当社は{{name}}を見守っています。',
        '編集部は{{name}}を見守っています。',
        '編集部は{{name}}を追っています。',
      ],
      formal: [
        '当社は{{name}}の市場データを監視しています。',
        '当社は{{name}}の市場データを注視しています。',
        '当社は{{name}}の市場データを観察しています。',
      ],
      lively: [
        '当社は読者の皆さまのために、{{name}}を見守っています！',
        '編集部は{{name}}を注視しています！',
        '当社は{{name}}を注視しています！',
      ],
    },
  },
};

/** Null where an alert ends without one. */
export function closingsOf(
  voice: Partial<Pick<BrandVoice, 'tone' | 'person'>>,
  language: Language,
): Shapes | null {
  const { tone = 'newswire', person = 'none' } = voice;
  const { none, we } = CLOSINGS[language];
  if (person === 'we') return we[tone];
  return tone === 'newswire' ? null : none[tone];
}
