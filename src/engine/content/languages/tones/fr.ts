import type { ToneWords } from './tone-words.ts';

export const FR: ToneWords = {
  kinds: {
    big_move: {
      told: '{{name}} {{rose}} de {{size_pct}}',
      noted: '{{up}} de {{size_pct}}',
    },
    gap: {
      told: '{{name}} a ouvert {{higher}} de {{size_pct}}',
      noted: 'ouverture {{higher}} de {{size_pct}}',
    },
    volume_spike: {
      told: '{{name}} a atteint {{ratio}} fois son volume habituel',
      noted: 'volume égal à {{ratio}} fois la moyenne',
    },
    new_extreme: {
      told: '{{name}} {{closed}} {{above}} de son {{peak}} de {{window}} bougies',
      noted: '{{price_word}} {{above}} du {{peak}} de {{window}} bougies',
    },
    average_cross: {
      told: '{{name}} a désormais sa moyenne de {{fast}} bougies {{above}} de celle de {{slow}}',
      noted: 'moyenne de {{fast}} bougies {{above}} de celle de {{slow}}',
    },
    rsi_cross: {
      told: '{{name}} a désormais un RSI de {{rsi}}, {{above}} de {{level}}',
      noted: 'RSI {{above}} de {{level}}, à {{rsi}}',
    },
    volatility_spike: {
      told: '{{name}} a connu {{ratio}} fois son amplitude habituelle',
      noted: 'amplitude égale à {{ratio}} fois la moyenne',
    },
    streak: {
      told: '{{name}} {{rose}} sur {{length}} {{bars}} d’affilée',
      noted: '{{up}} de {{size_pct}} sur {{length}} {{bars}} d’affilée',
    },
    round_number: {
      told: '{{name}} {{crossed}} {{round_number}}',
      noted: '{{price_word}} de {{close}}, {{above}} de {{round_number}}',
    },
    opening_range_break: {
      told: '{{name}} est sorti de sa fourchette d’ouverture, {{higher}}',
      noted: '{{price_word}} {{above}} de la fourchette d’ouverture',
    },
    candle: {
      told: '{{name}} a dessiné la figure « {{candle}} » en {{bars}}',
      noted: 'figure en bougies « {{candle}} », en {{bars}}',
    },
    rule: { told: '{{name}} a rempli une règle, {{condition}}', noted: 'remplit la règle {{condition}}' },
    long: {
      told: '{{name}} a rempli les conditions d’une règle',
      noted: 'remplit toutes les conditions d’une règle',
    },
  },
  frames: {
    plain: ['{{words}}', 'Ce qui s’est passé : {{words}}', 'En bref : {{words}}'],
    formal: ['{{name}} : {{words}}', 'Constat sur {{name}} : {{words}}', 'Note sur {{name}} : {{words}}'],
    lively: ['{{words}}\u202f!', 'À noter\u202f! {{words}}', 'À suivre\u202f! {{words}}'],
  },
};
