import type { Wording } from './wording.ts';

export const ES: Wording = {
  closed: { close: 'cerró', open: 'abrió', live: 'cotizaba' },
  ways: {
    up: { higher: 'al alza', above: 'por encima', gain: 'un alza' },
    down: { higher: 'a la baja', above: 'por debajo', gain: 'una baja' },
  },
  sides: { above: 'por encima', below: 'por debajo' },
  figures: {
    open: ['la apertura', 'de la apertura'],
    high: ['el máximo', 'del máximo'],
    low: ['el mínimo', 'del mínimo'],
    close: ['el cierre', 'del cierre'],
    previous_close: ['el cierre anterior', 'del cierre anterior'],
    volume: ['el volumen', 'del volumen'],
    mean_volume: ['el volumen medio de las velas previas', 'del volumen medio de las velas previas'],
    previous_high: ['el máximo de las velas previas', 'del máximo de las velas previas'],
    previous_low: ['el mínimo de las velas previas', 'del mínimo de las velas previas'],
    fast_average: ['la media móvil rápida', 'de la media móvil rápida'],
    slow_average: ['la media móvil lenta', 'de la media móvil lenta'],
    rsi: ['el RSI', 'del RSI'],
    previous_rsi: ['el RSI de la vela previa', 'del RSI de la vela previa'],
    level: ['el nivel del RSI de la regla', 'del nivel del RSI de la regla'],
    range_high: ['la parte alta del rango de apertura', 'de la parte alta del rango de apertura'],
    range_low: ['la parte baja del rango de apertura', 'de la parte baja del rango de apertura'],
    round_number: ['el número redondo', 'del número redondo'],
    start_close: ['el cierre previo a la racha', 'del cierre previo a la racha'],
    range: ['el rango verdadero', 'del rango verdadero'],
    mean_range: [
      'el rango verdadero medio de las velas previas',
      'del rango verdadero medio de las velas previas',
    ],
    min_pct: ['el umbral de la regla', 'del umbral de la regla'],
  },
  live: ['el precio', 'del precio'],
  extremes: {
    open: { highest: 'la apertura más alta', lowest: 'la apertura más baja' },
    high: { highest: 'el máximo más alto', lowest: 'el máximo más bajo' },
    low: { highest: 'el mínimo más alto', lowest: 'el mínimo más bajo' },
    close: { highest: 'el cierre más alto', lowest: 'el cierre más bajo' },
    live: {
      highest: 'el precio más alto, comparado con los cierres,',
      lowest: 'el precio más bajo, comparado con los cierres,',
    },
  },
  since: {
    highest_close: 'el cierre más alto',
    lowest_close: 'el cierre más bajo',
    largest_rise: 'la mayor subida de cierre a cierre',
    largest_fall: 'la mayor caída de cierre a cierre',
  },
  sentences: {
    move: [
      '{{name}} {{closed}} {{when}} en {{value}}, un {{size}} {{above}} del cierre anterior de {{previous}}.',
      '{{name}} {{closed}} {{when}} con {{gain}} del {{size}}.',
      'Con {{value}}, {{name}} {{closed}} un {{size}} {{above}} de su cierre anterior.',
      '{{name}} {{closed}} con {{gain}} del {{size}}, en {{value}} tras {{previous}}.',
    ],
    direction: [
      '{{name}} {{closed}} {{when}} {{higher}}.',
      '{{name}} {{closed}} {{above}} de su cierre anterior.',
      '{{name}} {{closed}} {{when}} {{above}} de su cierre anterior.',
    ],
    role: ['{{subject}} fue de {{value}}.', '{{subject}}: {{value}}.', '{{subject}} se situó en {{value}}.'],
    comparison: [
      '{{subject}}, de {{value}}, estuvo {{above}} {{right}} de {{other}}.',
      '{{subject}} estuvo {{above}} {{right}}: {{value}} frente a {{other}}.',
    ],
    extreme: [
      'Fue {{extreme}} de las últimas {{count}} {{bars}}.',
      'Fue {{extreme}} en {{count}} {{bars}}: {{value}}.',
      '{{value}} fue {{extreme}} de las últimas {{count}} {{bars}}.',
    ],
    streak: [
      '{{name}} {{closed}} {{higher}} durante {{count}} {{bars}} seguidas.',
      'Durante {{count}} {{bars}} seguidas, {{name}} {{closed}} {{above}} del cierre previo.',
    ],
    first_since: ['Fue {{extreme}} desde el {{since}}.', 'Se trata de {{extreme}} desde el {{since}}.'],
  },
  headlines: {
    move: [
      '{{name}} {{closed}} con {{gain}} del {{size}}',
      '{{name}} {{closed}} en {{value}}, con {{gain}} del {{size}}',
    ],
    direction: ['{{name}} {{closed}} {{higher}}', '{{name}} {{closed}} {{above}} de su cierre anterior'],
    role: ['{{name}}: {{left}} fue de {{value}}'],
    comparison: ['{{name}}: {{left}} estuvo {{above}} {{right}}'],
    extreme: ['{{name}}: {{extreme}} de las últimas {{count}} {{bars}}'],
    streak: ['{{name}} {{closed}} {{higher}} durante {{count}} {{bars}} seguidas'],
    first_since: ['{{name}}: {{extreme}} desde el {{since}}'],
  },
};
