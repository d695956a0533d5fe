import type { CorrectedFigure } from '#src/shared/bar-corrections.ts';
import type { Language } from '#src/shared/content/answer.ts';
import { FOLLOW_UP } from '#src/shared/follow-ups.ts';

type Said = Pick<CorrectedFigure, 'label' | 'said'> & { right: string };
type Lines = {
  headline: (figure: Said) => string;
  item: (figure: Said) => string;
  /** Why: bars, or a split. */
  bar: string;
  split: string;
  /** The event is none on the corrected bars. */
  noneHeadline: string;
  none: string;
  /** An earlier correction said that it was none, and it is one. */
  againHeadline: string;
  again: string;
};

const labeled = (label: string, text: string, colon = ': '): string =>
  label === '' ? text : `${label}${colon}${text}`;

const LINES: Readonly<Record<Language, Lines>> = {
  en: {
    headline: ({ label, said, right }) => labeled(label, `${right}, not ${said}`),
    item: ({ label, said, right }) => labeled(label, `${right} (we said ${said})`),
    bar: 'Prices behind this alert were corrected after it was published.',
    split:
      'A stock split became known after this alert was published. Earlier prices are now adjusted for it.',
    noneHeadline: 'The condition of this alert was not met',
    none: 'The corrected prices don’t meet its condition. Please disregard this alert.',
    againHeadline: 'The condition of this alert was met',
    again: 'The prices were corrected once more. The alert is right as it was published.',
  },
  de: {
    headline: ({ label, said, right }) => labeled(label, `${right} statt ${said}`),
    item: ({ label, said, right }) => labeled(label, `${right} (gemeldet: ${said})`),
    bar: 'Kurse, auf denen diese Meldung beruht, wurden nach der Veröffentlichung korrigiert.',
    split: 'Nach der Veröffentlichung wurde ein Aktiensplit bekannt. Frühere Kurse sind nun dafür angepasst.',
    noneHeadline: 'Die Bedingung dieser Meldung war nicht erfüllt',
    none: 'Mit den korrigierten Kursen wäre sie nicht veröffentlicht worden. Bitte betrachten Sie sie als gegenstandslos.',
    againHeadline: 'Die Bedingung dieser Meldung war erfüllt',
    again: 'Die Kurse wurden erneut korrigiert. Die Meldung gilt, wie sie veröffentlicht wurde.',
  },
  es: {
    headline: ({ label, said, right }) => labeled(label, `${right}, no ${said}`),
    item: ({ label, said, right }) => labeled(label, `${right} (publicado: ${said})`),
    bar: 'Los precios en los que se basa esta alerta se corrigieron después de publicarse.',
    split:
      'Después de publicarse se conoció un desdoblamiento de acciones. Los precios anteriores están ahora ajustados.',
    noneHeadline: 'La condición de esta alerta no se cumplía',
    none: 'Con los precios corregidos, esta alerta no se habría publicado. Le rogamos que la ignore.',
    againHeadline: 'La condición de esta alerta sí se cumplía',
    again: 'Los precios se corrigieron de nuevo. La alerta es válida tal como se publicó.',
  },
  fr: {
    headline: ({ label, said, right }) => labeled(label, `${right}, et non ${said}`, ' : '),
    item: ({ label, said, right }) => labeled(label, `${right} (publié : ${said})`, ' : '),
    bar: 'Les cours sur lesquels repose cette alerte ont été corrigés après sa publication.',
    split:
      'Une division d’actions a été connue après la publication. Les cours antérieurs sont désormais ajustés.',
    noneHeadline: 'La condition de cette alerte n’était pas remplie',
    none: 'Avec les cours corrigés, cette alerte n’aurait pas été publiée. Merci de ne pas en tenir compte.',
    againHeadline: 'La condition de cette alerte était bien remplie',
    again: 'Les cours ont de nouveau été corrigés. L’alerte est valable telle qu’elle a été publiée.',
  },
  pt: {
    headline: ({ label, said, right }) => labeled(label, `${right}, e não ${said}`),
    item: ({ label, said, right }) => labeled(label, `${right} (publicado: ${said})`),
    bar: 'Os preços em que este alerta se baseia foram corrigidos após a publicação.',
    split:
      'Um desdobramento de ações ficou conhecido após a publicação. Os preços anteriores agora estão ajustados.',
    noneHeadline: 'A condição deste alerta não foi atendida',
    none: 'Com os preços corrigidos, este alerta não teria sido publicado. Por favor, desconsidere-o.',
    againHeadline: 'A condição deste alerta foi atendida',
    again: 'Os preços foram corrigidos novamente. O alerta vale como foi publicado.',
  },
  ja: {
    headline: ({ label, said, right }) => labeled(label, `正しくは${right}（${said}ではありません）`, '：'),
    item: ({ label, said, right }) => labeled(label, `${right}（公開時：${said}）`, '：'),
    bar: 'このアラートの根拠となる価格が、公開後に訂正されました。',
    split: '公開後に株式分割が判明しました。それ以前の価格は調整されています。',
    noneHeadline: 'このアラートの条件は満たされていませんでした',
    none: '訂正後の価格では、このアラートは公開されませんでした。このアラートは無効です。',
    againHeadline: 'このアラートの条件は満たされていました',
    again: '価格が再度訂正されました。このアラートは公開時のとおり有効です。',
  },
};

/** A message names so many figures; the document below it has all of them. */
const NAMED_MAX = 8;

/** What a correction says: what is right, what was said, and why. Kept in bounds of what a person may write. */
export function correctionWords(
  language: Language,
  {
    cause,
    figures,
    triggers,
  }: { cause: 'bar' | 'split'; figures: readonly CorrectedFigure[]; triggers: boolean },
): { headline: string; text: string } {
  const lines = LINES[language];
  const why = lines[cause];
  if (!triggers) return { headline: lines.noneHeadline, text: `${why}\n\n${lines.none}` };
  const said = figures.map((figure) => ({ ...figure, right: figure.right ?? '–' }));
  const [first] = said;
  if (!first) return { headline: lines.againHeadline, text: lines.again };
  const items: string[] = [];
  for (const figure of said.slice(0, NAMED_MAX)) {
    const item = lines.item(figure);
    if (fits([why, [...items, item].join('\n')].join('\n\n'), FOLLOW_UP.textMax)) items.push(item);
  }
  const headline = lines.headline(first);
  return {
    headline: fits(headline, FOLLOW_UP.headlineMax) ? headline : lines.headline({ ...first, label: '' }),
    text: [why, items.join('\n')].join('\n\n'),
  };
}

const fits = (text: string, most: number): boolean => text.length <= most;
