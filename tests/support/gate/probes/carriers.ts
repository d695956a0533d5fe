import type { Language } from '#src/shared/content/answer.ts';

/** Sentences that a phrase is put into at `{x}`; without it they pass. */
export const CARRIERS: Readonly<Record<Language, readonly string[]>> = {
  en: [
    '{name}: {x}.',
    'Here is what the data show. {x}.',
    'The rule for {name} triggered, {x}.',
    'The table has it: “{x}”.',
    'In {name}, {x}, with details in the table.',
    'The data for {symbol} are here, {x}!',
  ],
  de: [
    '{name}: {x}.',
    'Hier sind die Daten zum Ereignis. {x}.',
    'Die Regel für {name} hat ausgelöst, {x}.',
    'Die Tabelle hat es: „{x}“.',
    'In {name}, {x}, die Einzelheiten stehen in der Tabelle.',
    'Das sind die Angaben für {symbol}, {x}!',
  ],
  es: [
    '{name}: {x}.',
    'Estos son los datos del evento. {x}.',
    'La regla de {name} se activó, {x}.',
    'La tabla lo tiene: «{x}».',
    'En {name}, {x}, con los detalles en la tabla.',
    'Estos son los datos de {symbol}, {x}!',
  ],
  fr: [
    '{name} : {x}.',
    'Voici les données de l’événement. {x}.',
    'La règle de {name} s’est déclenchée, {x}.',
    'Le tableau le dit : « {x} ».',
    'Dans {name}, {x}, les détails se trouvent dans le tableau.',
    'Voici les cours de {symbol}, {x} !',
  ],
  pt: [
    '{name}: {x}.',
    'Estes são os dados do evento. {x}.',
    'A regra de {name} foi acionada, {x}.',
    'A tabela o mostra: «{x}».',
    'Em {name}, {x}, com os detalhes na tabela.',
    'Estes são os dados de {symbol}, {x}!',
  ],
  ja: [
    '{name}は{x}。',
    'イベントのデータは表にあります。{x}。',
    '「{x}」と表にあります。',
    '{x}、それが{symbol}の値動きです。',
    'ルールが作動しました、{x}！',
    '{name}、{x}、詳細は表にあります。',
    'アラートの対象は{name}です。{x}です。',
    '{when}、{x}が確認されました。',
  ],
};
