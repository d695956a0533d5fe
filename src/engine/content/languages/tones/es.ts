import type { ToneWords } from './tone-words.ts';

export const ES: ToneWords = {
  kinds: {
    big_move: {
      told: '{{name}} {{rose}} un {{size_pct}}',
      noted: '{{price_word}} un {{size_pct}} {{above}} del cierre anterior',
    },
    gap: {
      told: '{{name}} abrió un {{size_pct}} {{above}} de su cierre',
      noted: 'apertura un {{size_pct}} {{above}} del cierre anterior',
    },
    volume_spike: {
      told: '{{name}} negoció {{ratio}} veces su volumen habitual',
      noted: 'volumen equivalente a {{ratio}} veces la media',
    },
    new_extreme: {
      told: '{{name}} {{closed}} {{above}} de su {{peak}} de {{window}} velas',
      noted: '{{price_word}} {{above}} del {{peak}} de {{window}} velas',
    },
    average_cross: {
      told: '{{name}} tiene ya su media de {{fast}} velas {{above}} de la de {{slow}}',
      noted: 'media de {{fast}} velas {{above}} de la de {{slow}}',
    },
    rsi_cross: {
      told: '{{name}} tiene el RSI en {{rsi}}, {{above}} de {{level}}',
      noted: 'RSI {{above}} de {{level}}, en {{rsi}}',
    },
    volatility_spike: {
      told: '{{name}} se movió {{ratio}} veces su rango habitual',
      noted: 'rango equivalente a {{ratio}} veces la media',
    },
    streak: {
      told: '{{name}} {{rose}} en {{length}} {{bars}} seguidas',
      noted: '{{length}} {{bars}} seguidas {{higher}}, un {{size_pct}} en total',
    },
    round_number: {
      told: '{{name}} {{crossed}} {{round_number}}',
      noted: '{{price_word}} de {{close}}, {{above}} de {{round_number}}',
    },
    opening_range_break: {
      told: '{{name}} {{closed}} {{above}} de su rango de apertura',
      noted: '{{price_word}} {{above}} del rango de apertura',
    },
    candle: {
      told: '{{name}} dibujó el patrón «{{candle}}» en {{bars}}',
      noted: 'patrón de velas «{{candle}}», en {{bars}}',
    },
    rule: { told: '{{name}} cumplió una regla, {{condition}}', noted: 'se cumple la regla {{condition}}' },
    long: {
      told: '{{name}} cumplió las condiciones de una regla',
      noted: 'cumplidas las condiciones de una regla',
    },
  },
  frames: {
    plain: ['{{words}}', 'Qué ocurrió: {{words}}', 'En pocas palabras: {{words}}'],
    formal: [
      '{{name}}: {{words}}',
      'Constancia sobre {{name}}: {{words}}',
      'Informe sobre {{name}}: {{words}}',
    ],
    lively: ['¡{{words}}!', '¡Atención! {{words}}', '¡Ojo! {{words}}'],
  },
};
