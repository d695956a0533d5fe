import type { Wording } from './wording.ts';

export const FR: Wording = {
  closed: { close: 'a clôturé', open: 'a ouvert', live: 'se négociait' },
  ways: {
    up: { higher: 'en hausse', above: 'au-dessus', gain: 'en hausse' },
    down: { higher: 'en baisse', above: 'au-dessous', gain: 'en baisse' },
  },
  sides: { above: 'au-dessus', below: 'au-dessous' },
  figures: {
    open: ['l’ouverture', 'de l’ouverture'],
    high: ['le plus haut', 'du plus haut'],
    low: ['le plus bas', 'du plus bas'],
    close: ['la clôture', 'de la clôture'],
    previous_close: ['la clôture précédente', 'de la clôture précédente'],
    volume: ['le volume', 'du volume'],
    mean_volume: ['le volume moyen des bougies précédentes', 'du volume moyen des bougies précédentes'],
    previous_high: ['le plus haut des bougies précédentes', 'du plus haut des bougies précédentes'],
    previous_low: ['le plus bas des bougies précédentes', 'du plus bas des bougies précédentes'],
    fast_average: ['la moyenne mobile rapide', 'de la moyenne mobile rapide'],
    slow_average: ['la moyenne mobile lente', 'de la moyenne mobile lente'],
    rsi: ['le RSI', 'du RSI'],
    previous_rsi: ['le RSI de la bougie précédente', 'du RSI de la bougie précédente'],
    level: ['le niveau de RSI de la règle', 'du niveau de RSI de la règle'],
    range_high: ['le haut du range d’ouverture', 'du haut du range d’ouverture'],
    range_low: ['le bas du range d’ouverture', 'du bas du range d’ouverture'],
    round_number: ['le seuil rond', 'du seuil rond'],
    start_close: ['la clôture précédant la série', 'de la clôture précédant la série'],
    range: ['le true range', 'du true range'],
    mean_range: [
      'le true range moyen des bougies précédentes',
      'du true range moyen des bougies précédentes',
    ],
    min_pct: ['le seuil de la règle', 'du seuil de la règle'],
  },
  live: ['le cours', 'du cours'],
  extremes: {
    open: { highest: 'l’ouverture la plus haute', lowest: 'l’ouverture la plus basse' },
    high: { highest: 'le sommet le plus haut', lowest: 'le sommet le plus bas' },
    low: { highest: 'le creux le plus haut', lowest: 'le creux le plus bas' },
    close: { highest: 'la clôture la plus haute', lowest: 'la clôture la plus basse' },
    live: {
      highest: 'le cours le plus haut, comparé aux clôtures,',
      lowest: 'le cours le plus bas, comparé aux clôtures,',
    },
  },
  since: {
    highest_close: 'la clôture la plus haute',
    lowest_close: 'la clôture la plus basse',
    largest_rise: 'la plus forte hausse d’une clôture à l’autre',
    largest_fall: 'la plus forte baisse d’une clôture à l’autre',
  },
  sentences: {
    move: [
      '{{name}} {{closed}} {{when}} à {{value}}, soit {{size}} {{above}} de la clôture précédente de {{previous}}.',
      '{{name}} {{closed}} {{when}} {{higher}} de {{size}}.',
      'À {{value}}, {{name}} {{closed}} {{size}} {{above}} de sa clôture précédente.',
      '{{name}} {{closed}} {{higher}} de {{size}}, à {{value}} contre {{previous}}.',
    ],
    direction: [
      '{{name}} {{closed}} {{when}} {{higher}}.',
      '{{name}} {{closed}} {{above}} de sa clôture précédente.',
      '{{name}} {{closed}} {{when}} {{above}} de sa clôture précédente.',
    ],
    role: [
      '{{subject}} était de {{value}}.',
      '{{subject}} : {{value}}.',
      '{{subject}} s’établissait à {{value}}.',
    ],
    comparison: [
      '{{subject}}, à {{value}}, était {{above}} {{right}} de {{other}}.',
      '{{subject}} était {{above}} {{right}} : {{value}} contre {{other}}.',
    ],
    extreme: [
      'C’était {{extreme}} des {{count}} dernières {{bars}}.',
      'C’était {{extreme}} en {{count}} {{bars}} : {{value}}.',
      '{{value}} : c’était {{extreme}} des {{count}} dernières {{bars}}.',
    ],
    streak: [
      '{{name}} {{closed}} {{higher}} sur {{count}} {{bars}} d’affilée.',
      'Sur {{count}} {{bars}} d’affilée, {{name}} {{closed}} {{above}} de la clôture précédente.',
    ],
    first_since: [
      'C’était {{extreme}} depuis le {{since}}.',
      'Il s’agit de {{extreme}} depuis le {{since}}.',
    ],
  },
  headlines: {
    move: [
      '{{name}} {{closed}} {{gain}} de {{size}}',
      '{{name}} {{closed}} à {{value}}, {{gain}} de {{size}}',
    ],
    direction: ['{{name}} {{closed}} {{higher}}', '{{name}} {{closed}} {{above}} de sa clôture précédente'],
    role: ['{{name}} : {{left}} était de {{value}}'],
    comparison: ['{{name}} : {{left}} était {{above}} {{right}}'],
    extreme: ['{{name}} : {{extreme}} des {{count}} dernières {{bars}}'],
    streak: ['{{name}} {{closed}} {{higher}} sur {{count}} {{bars}} d’affilée'],
    first_since: ['{{name}} : {{extreme}} depuis le {{since}}'],
  },
};
