import { FACTS } from '#src/shared/external/evidence.ts';
import { DISCLAIMER } from '#src/shared/product.ts';
import type { Lexicon } from './lexicon.ts';

export const EN: Lexicon = {
  time: {
    locale: 'en-US',
    day: 'cccc, d LLLL yyyy',
    label: 'cccc, d LLLL yyyy',
    short: 'd LLL yyyy',
    clock: 'HH:mm ZZZZ',
    time: 'HH:mm',
    bars: {
      '1m': '1-minute bars',
      '5m': '5-minute bars',
      '15m': '15-minute bars',
      '1h': '1-hour bars',
      '4h': '4-hour bars',
      '1d': 'daily bars',
      '1w': 'weekly bars',
    },
    bar: {
      '1m': '1-minute bar',
      '5m': '5-minute bar',
      '15m': '15-minute bar',
      '1h': '1-hour bar',
      '4h': '4-hour bar',
      '1d': 'daily bar',
      '1w': 'weekly bar',
    },
    spans: {
      '1m': 'one minute',
      '5m': '5 minutes',
      '15m': '15 minutes',
      '1h': 'one hour',
      '4h': '4 hours',
      '1d': 'one session',
      '1w': 'one week',
    },
    oneDay: 'one day',
    phrases: {
      day: 'on {{day}}',
      week: 'in the week of {{day}}',
      hours: 'in the bar from {{start}} to {{to}} on {{day}}',
      live: 'at {{at}} on {{day}}, with the {{bar}} still open',
      ended: 'at {{at}}',
      endedOn: 'at {{at}} on {{day}}',
    },
    labels: {
      week: 'Week of {{day}}',
      hours: '{{start}} to {{to}}, {{day}}',
      live: '{{at}}, {{day}}, bar still open',
    },
    moment: "cccc, d LLLL yyyy 'at' HH:mm:ss 'UTC'",
    stamp: 'HH:mm:ss ZZZZ, cccc, d LLLL yyyy',
  },
  bar: {
    over: { closed: 'closed', closes: 'closes', price_word: 'close', label: 'Close' },
    live: { closed: 'stood', closes: 'stands', price_word: 'price', label: 'Price' },
  },
  ways: {
    up: {
      rises: 'rises',
      rose: 'rose',
      higher: 'higher',
      above: 'above',
      up: 'up',
      crosses: 'rises above',
      crossed: 'rose above',
      highest: 'highest',
      peak: 'high',
      gain: 'gain',
    },
    down: {
      rises: 'falls',
      rose: 'fell',
      higher: 'lower',
      above: 'below',
      up: 'down',
      crosses: 'falls below',
      crossed: 'fell below',
      highest: 'lowest',
      peak: 'low',
      gain: 'loss',
    },
  },
  instrument: '{{name}} ({{symbol}})',
  atTheTime: ' {{when_phrase}}',
  events: {
    big_move: {
      headlines: [
        '{{name}} {{rises}} {{size_pct}} in {{span}}',
        '{{name}} {{closes}} {{size_pct}} {{higher}}',
        '{{name}} {{up}} {{size_pct}} at {{close}}',
      ],
      leads: [
        '{{instrument}} {{closed}} at {{close}} {{when_phrase}}, {{size_pct}} {{above}} the previous close of {{previous_close}} {{previous_phrase}}.',
        '{{instrument}} {{rose}} {{size_pct}} to {{close}} {{when_phrase}}. The previous close, {{previous_phrase}}, was {{previous_close}}.',
        'From {{previous_close}} {{previous_phrase}}, {{instrument}} {{rose}} {{size_pct}} and {{closed}} at {{close}} {{when_phrase}}.',
      ],
      rule: 'Moves of {{min_pct}} or more, {{bars}}',
    },
    gap: {
      headlines: [
        '{{name}} opens {{size_pct}} {{higher}}',
        '{{name}} gaps {{up}} {{size_pct}} at the open',
        '{{name}} opens at {{open}}, {{up}} {{size_pct}}',
      ],
      leads: [
        '{{instrument}} opened at {{open}} {{bar_phrase}}, {{size_pct}} {{above}} the previous close of {{previous_close}} {{previous_phrase}}. It {{closed}} at {{close}}{{at_the_time}}.',
        '{{instrument}} gapped {{up}} {{size_pct}} at the open {{bar_phrase}}: {{open}}, after a close of {{previous_close}} {{previous_phrase}}. It {{closed}} at {{close}}{{at_the_time}}.',
        'After a close of {{previous_close}} {{previous_phrase}}, {{instrument}} opened {{size_pct}} {{higher}} at {{open}} {{bar_phrase}}. It {{closed}} at {{close}}{{at_the_time}}.',
      ],
      rule: 'Gaps of {{min_pct}} or more, {{bars}}',
    },
    volume_spike: {
      headlines: [
        '{{name}} trades {{ratio}} times its usual volume in {{span}}',
        '{{name}} volume reaches {{ratio}} times its mean',
        'Volume in {{name}} at {{ratio}} times the mean',
      ],
      leads: [
        'The volume of {{instrument}} was {{volume}} {{when_phrase}}, {{ratio}} times the mean of {{mean_volume}} over the {{window}} bars before. The {{price_word}} was {{close}}, after {{previous_close}} {{previous_phrase}}.',
        '{{instrument}} traded {{volume}} {{when_phrase}}. That is {{ratio}} times the mean of the {{window}} bars before, {{mean_volume}}. The {{price_word}} was {{close}}, after {{previous_close}} {{previous_phrase}}.',
        'Against a mean of {{mean_volume}} over the {{window}} bars before, the volume of {{instrument}} came to {{volume}} {{when_phrase}}: {{ratio}} times as much. The {{price_word}} was {{close}}, after {{previous_close}} {{previous_phrase}}.',
      ],
      rule: 'Volume of {{min_ratio}} times the mean of the {{window}} bars before or more, {{bars}}',
    },
    new_extreme: {
      headlines: [
        '{{name}} {{closes}} {{above}} its {{window}}-bar {{peak}}',
        'New {{window}}-bar {{peak}} for {{name}}',
        '{{name}} at {{close}}, {{above}} its {{window}}-bar {{peak}}',
      ],
      leads: [
        '{{instrument}} {{closed}} at {{close}} {{when_phrase}}, {{above}} {{mark}}, the {{highest}} price of the {{window}} bars before.',
        'The {{highest}} price of the {{window}} bars before was {{mark}}. {{instrument}} {{closed}} {{above}} it {{when_phrase}}, at {{close}}.',
        '{{instrument}} {{crossed}} its {{window}}-bar {{peak}} of {{mark}} {{when_phrase}}. It {{closed}} at {{close}}.',
      ],
      rule: 'A close {{above}} the {{highest}} price of the {{window}} bars before, {{bars}}',
    },
    average_cross: {
      headlines: [
        '{{name}}: the {{fast}}-bar average {{crosses}} the {{slow}}-bar average',
        'The {{fast}}-bar average of {{name}} {{crosses}} its {{slow}}-bar average',
        '{{name}}: the {{fast}}-bar average is now {{above}} the {{slow}}-bar average',
      ],
      leads: [
        'The {{fast}}-bar average of {{instrument}} stood at {{fast_average}} {{when_phrase}}, {{above}} the {{slow}}-bar average of {{slow_average}}. The {{price_word}} was {{close}}.',
        'The {{fast}}-bar average of {{instrument}} {{crossed}} the {{slow}}-bar average {{when_phrase}}: {{fast_average}} against {{slow_average}}. The {{price_word}} was {{close}}.',
        '{{instrument}} {{closed}} at {{close}} {{when_phrase}}. Its {{fast}}-bar average, at {{fast_average}}, {{crossed}} the {{slow}}-bar average of {{slow_average}}.',
      ],
      rule: 'The {{fast}}-bar average {{crosses}} the {{slow}}-bar average, {{bars}}',
    },
    rsi_cross: {
      headlines: [
        '{{name}}: the RSI {{crosses}} {{level}}',
        'The RSI of {{name}} {{crosses}} {{level}}',
        '{{name}}: RSI at {{rsi}}, {{above}} {{level}}',
      ],
      leads: [
        'The relative strength index of {{instrument}} over {{period}} bars stood at {{rsi}} {{when_phrase}}, {{above}} {{level}}; the bar before it was {{previous_rsi}}. The {{price_word}} was {{close}}.',
        'The {{period}}-bar RSI of {{instrument}} {{crossed}} {{level}} {{when_phrase}}: it went from {{previous_rsi}} to {{rsi}}. The {{price_word}} was {{close}}.',
        '{{instrument}} {{closed}} at {{close}} {{when_phrase}}. Its {{period}}-bar RSI was {{rsi}}, {{above}} {{level}}, after {{previous_rsi}} the bar before.',
      ],
      rule: 'RSI of {{period}} bars {{crosses}} {{level}}, {{bars}}',
    },
    volatility_spike: {
      headlines: [
        '{{name}} moves {{ratio}} times its usual range in {{span}}',
        '{{name}} range reaches {{ratio}} times its mean',
        'Range of {{name}} at {{ratio}} times the mean',
      ],
      leads: [
        '{{instrument}} went from {{low}} to {{high}} {{bar_phrase}} and {{closed}} at {{close}}{{at_the_time}}, after {{previous_close}} {{previous_phrase}}. Its true range of {{range}} was {{ratio}} times the mean of {{mean_range}} over the {{window}} bars before.',
        'The true range of {{instrument}} was {{range}} {{bar_phrase}}, {{ratio}} times the mean of {{mean_range}} over the {{window}} bars before. It traded between {{low}} and {{high}} and {{closed}} at {{close}}{{at_the_time}}, after {{previous_close}} {{previous_phrase}}.',
        'Against a mean of {{mean_range}} over the {{window}} bars before, the true range of {{instrument}} came to {{range}} {{bar_phrase}}: {{ratio}} times as much. The {{price_word}} was {{close}}{{at_the_time}}, after {{previous_close}} {{previous_phrase}}; the low was {{low}}, the high {{high}}.',
      ],
      rule: 'A true range of {{min_ratio}} times the mean of the {{window}} bars before or more, {{bars}}',
    },
    streak: {
      headlines: [
        '{{name}} {{rises}} {{length}} times in a row in its {{bars}}',
        '{{name}} {{closes}} {{higher}} for {{length}} {{bars}} in a row',
        '{{name}} {{up}} {{size_pct}} in a streak of {{length}} {{bars}}',
      ],
      leads: [
        '{{instrument}} {{closed}} at {{close}} {{when_phrase}}, {{above}} the close before it for {{length}} bars in a row. It stood at {{start_close}} before, so it has gone {{up}} by {{size_pct}} since.',
        '{{instrument}} {{closed}} at {{close}} {{when_phrase}}. It has gone {{up}} for {{length}} bars in a row, {{size_pct}} in all from {{start_close}}.',
        'For {{length}} bars in a row, {{instrument}} has gone {{up}}: from {{start_close}} to {{close}} {{when_phrase}}, {{size_pct}} in all.',
      ],
      rule: '{{length}} closes in a row {{above}} the one before, {{bars}}',
    },
    round_number: {
      headlines: [
        '{{name}} {{crosses}} {{round_number}}',
        '{{name}} {{closes}} {{above}} {{round_number}}',
        '{{name}} at {{close}}, {{above}} {{round_number}}',
      ],
      leads: [
        '{{instrument}} {{closed}} at {{close}} {{when_phrase}}, {{above}} {{round_number}}, after {{previous_close}} {{previous_phrase}}.',
        '{{instrument}} {{crossed}} {{round_number}} {{when_phrase}}. It {{closed}} at {{close}}, after {{previous_close}} {{previous_phrase}}.',
        'From {{previous_close}} {{previous_phrase}}, {{instrument}} went to {{close}} {{when_phrase}}. That is {{above}} {{round_number}}.',
      ],
      rule: 'A close beyond a multiple of {{spacing}}, {{bars}}',
    },
    opening_range_break: {
      headlines: [
        '{{name}} {{crosses}} its opening range',
        '{{name}} {{closes}} {{above}} its opening range',
        '{{name}} at {{close}}, {{above}} its opening range',
      ],
      leads: [
        '{{instrument}} {{closed}} at {{close}} {{when_phrase}}, {{above}} its range of {{range_low}} to {{range_high}} in the first {{minutes}} minutes of the {{session}}.',
        'In the first {{minutes}} minutes of the {{session}}, {{instrument}} traded from {{range_low}} to {{range_high}}. It {{closed}} {{above}} that range {{when_phrase}}, at {{close}}.',
        '{{instrument}} left its opening range {{when_phrase}}. It {{closed}} at {{close}}, {{above}} the {{range_low}} to {{range_high}} of the first {{minutes}} minutes of the {{session}}.',
      ],
      rule: 'The first close {{above}} the range of the first {{minutes}} minutes of the {{session}}, {{bars}}',
    },
    candle: {
      headlines: [
        '{{name}} shows {{candle}} in its {{bars}}',
        '{{name}}: {{candle}} in {{bars}}',
        'The {{bars}} of {{name}} show {{candle}}',
      ],
      leads: [
        'The candles of {{instrument}} showed {{candle}} {{when_phrase}}: open {{open}}, high {{high}}, low {{low}}, {{price_word}} {{close}}, after a close of {{previous_close}} {{previous_phrase}}.',
        '{{instrument}} drew {{candle}} {{when_phrase}}. It opened at {{open}}, traded between {{low}} and {{high}}, and {{closed}} at {{close}}, after {{previous_close}} {{previous_phrase}}.',
        'After a close of {{previous_close}} {{previous_phrase}}, {{instrument}} drew {{candle}} {{when_phrase}}, with an open of {{open}}, a high of {{high}}, a low of {{low}} and a {{price_word}} of {{close}}.',
      ],
      rule: 'Candle pattern, {{candle}}, {{bars}}',
    },
  },
  rule: {
    headlines: [
      '{{name}}: {{condition}}',
      '{{name}} meets a rule: {{condition}}',
      'Rule met by {{name}}: {{condition}}',
    ],
    long: [
      '{{name}} meets the conditions of a rule',
      'The conditions of a rule hold for {{name}}',
      '{{name}}: the conditions of a rule are met',
    ],
    leads: [
      '{{instrument}} {{closed}} at {{close}} {{when_phrase}}, after {{previous_close}} {{previous_phrase}}. {{sentence}}',
      '{{instrument}} met the conditions of a rule {{when_phrase}}. It {{closed}} at {{close}}, after {{previous_close}} {{previous_phrase}}. {{sentence}}',
      '{{sentence}} {{instrument}} {{closed}} at {{close}} {{when_phrase}}, after {{previous_close}} {{previous_phrase}}.',
    ],
    rule: '{{statement}}, {{bars}}',
  },
  context: {
    units: {
      session: { daily: 'one-session', days: 'sessions' },
      day: { daily: 'daily', days: 'days' },
      week: { daily: 'weekly', days: 'weeks' },
    },
    largestSince: {
      up: [
        'That is the largest {{daily}} gain since {{since}}.',
        'A {{daily}} gain of that size was last seen on {{since}}.',
        'The last {{daily}} gain as large was on {{since}}.',
      ],
      down: [
        'That is the largest {{daily}} loss since {{since}}.',
        'A {{daily}} loss of that size was last seen on {{since}}.',
        'The last {{daily}} loss as large was on {{since}}.',
      ],
    },
    largestKnown: {
      up: [
        'That is the largest {{daily}} gain in the data, which go back to {{history_from}}.',
        'No {{daily}} gain since {{history_from}}, where the data begin, was as large.',
        'The data, {{history_bars}} closes since {{history_from}}, hold no {{daily}} gain as large.',
      ],
      down: [
        'That is the largest {{daily}} loss in the data, which go back to {{history_from}}.',
        'No {{daily}} loss since {{history_from}}, where the data begin, was as large.',
        'The data, {{history_bars}} closes since {{history_from}}, hold no {{daily}} loss as large.',
      ],
    },
    streak: {
      up: [
        'It has now closed higher for {{row}} {{days}} in a row.',
        'Closes have risen for {{row}} {{days}} in a row.',
        'That makes {{row}} {{days}} in a row with a higher close.',
      ],
      down: [
        'It has now closed lower for {{row}} {{days}} in a row.',
        'Closes have fallen for {{row}} {{days}} in a row.',
        'That makes {{row}} {{days}} in a row with a lower close.',
      ],
    },
    yearExtreme: {
      high: [
        'It is the highest close in {{weeks}} weeks.',
        'No close of the past {{weeks}} weeks was higher.',
        'The close is a {{weeks}}-week high.',
      ],
      low: [
        'It is the lowest close in {{weeks}} weeks.',
        'No close of the past {{weeks}} weeks was lower.',
        'The close is a {{weeks}}-week low.',
      ],
    },
    yearDistance: {
      high: [
        'The close is {{distance}} below the {{weeks}}-week closing high of {{year_close}}, set on {{year_day}}.',
        'Its highest close of the past {{weeks}} weeks, {{year_close}} on {{year_day}}, is now {{distance}} above the latest.',
        'From the {{weeks}}-week closing high of {{year_close}} on {{year_day}}, it is down {{distance}}.',
      ],
      low: [
        'The close is {{distance}} above the {{weeks}}-week closing low of {{year_close}}, set on {{year_day}}.',
        'From its lowest close of the past {{weeks}} weeks, {{year_close}} on {{year_day}}, it has gained {{distance}}.',
        'From the {{weeks}}-week closing low of {{year_close}} on {{year_day}}, it is up {{distance}}.',
      ],
    },
    followed: {
      up: [
        'Of {{cases}} earlier {{daily}} gains of {{least}} or more since {{history_from}}, {{later}} were followed by a higher close {{horizon}} {{days}} later.',
        'Since {{history_from}} there have been {{cases}} earlier {{daily}} gains of {{least}} or more; in {{later}} of those cases, the close {{horizon}} {{days}} later was higher still.',
        'After {{cases}} earlier {{daily}} gains of {{least}} or more since {{history_from}}, the close {{horizon}} {{days}} later was higher in {{later}} cases.',
      ],
      down: [
        'Of {{cases}} earlier {{daily}} losses of {{least}} or more since {{history_from}}, {{later}} were followed by a higher close {{horizon}} {{days}} later.',
        'Since {{history_from}} there have been {{cases}} earlier {{daily}} losses of {{least}} or more; in {{later}} of those cases, the close {{horizon}} {{days}} later was higher.',
        'After {{cases}} earlier {{daily}} losses of {{least}} or more since {{history_from}}, the close {{horizon}} {{days}} later was higher in {{later}} cases.',
      ],
    },
    between: ' ',
  },
  rows: {
    close: 'Close',
    previous_close: 'Previous close',
    when: 'When',
    rule: 'Rule',
    open: 'Open',
    previous_high: 'High before',
    previous_low: 'Low before',
    fast_average: 'Fast average',
    slow_average: 'Slow average',
    volume: 'This bar',
    mean_volume: 'Mean before',
    range: 'This bar',
    mean_range: 'Mean before',
    previous_rsi: 'RSI before',
    start_close: 'Close before it',
    round_number: 'Round number',
    range_high: 'Range high',
    range_low: 'Range low',
  },
  changes: {
    close: 'Close',
    change_pct: 'Change',
    gap_pct: 'Gap',
    volume_ratio: 'Volume',
    range_ratio: 'Range',
    streak_pct: 'Since it began',
    rsi: 'RSI',
  },
  timesTheMean: '{{ratio}} times the mean',
  candles: {
    bullish_engulfing: 'a bullish engulfing',
    bearish_engulfing: 'a bearish engulfing',
    hammer: 'a hammer',
    hanging_man: 'a hanging man',
    inverted_hammer: 'an inverted hammer',
    shooting_star: 'a shooting star',
    doji: 'a doji',
    morning_star: 'a morning star',
    evening_star: 'an evening star',
    piercing_line: 'a piercing line',
    dark_cloud_cover: 'a dark cloud cover',
    bullish_harami: 'a bullish harami',
    bearish_harami: 'a bearish harami',
    three_white_soldiers: 'three white soldiers',
    three_black_crows: 'three black crows',
    inside_bar: 'an inside bar',
    outside_bar: 'an outside bar',
  },
  sessions: {
    new_york: 'New York session',
    london: 'London session',
    frankfurt: 'Frankfurt session',
    tokyo: 'Tokyo session',
    utc: 'UTC day',
  },
  trial: {
    title: 'Trial run',
    text: 'This alert was made from recorded market data. It shows a past event, not the market now.',
    prefix: 'Trial run: ',
  },
  chart:
    'Price chart of {{name}} in {{bars}}. The last bar, {{when}}, {{closed}} at {{close}} and is marked: {{label}} {{value}}.',
  disclaimer: DISCLAIMER,
  aiLabel: 'Written with AI',
  sentBy: 'Sent by {{brand}}.',
  quotes: ['“', '”'],
  notKnown: 'not known',
  footer: {
    why: 'You get this email because you receive alerts from {{brand}}.',
    evidence: 'See the evidence',
    preferences: 'Preferences',
    unsubscribe: 'Unsubscribe',
  },
  external: {
    kinds: {
      webhook: {
        name: 'webhook',
        came: 'Came',
        caution: 'Its content comes from the sender and was not checked against market data.',
      },
      news: {
        name: 'news',
        came: 'Came',
        caution: 'Its content comes from the publisher and was not verified.',
      },
      calendar: {
        name: 'calendar',
        came: 'Told',
        caution: 'Times and figures come from the calendar and were not verified.',
      },
    },
    leads: {
      webhook: [
        'A call came to the webhook of the rule “{{rule}}” on {{when}}.',
        'The webhook of the rule “{{rule}}” was called on {{when}}.',
        'On {{when}}, the webhook of the rule “{{rule}}” received a call.',
      ],
      news: [
        '{{by}} published this; it was read on {{when}} and matches the rule “{{rule}}”.',
        'From {{by}}, read on {{when}}: it matches the rule “{{rule}}”.',
        'The rule “{{rule}}” matches what {{by}} published. It was read on {{when}}.',
      ],
      released: [
        'The calendar “{{by}}” tells the figure; it was read by {{when}} and matches the rule “{{rule}}”.',
        'The figure is from the calendar “{{by}}”, read by {{when}}, and matches the rule “{{rule}}”.',
        'The rule “{{rule}}” matches a figure of the calendar “{{by}}”, read by {{when}}.',
      ],
      reminder: [
        'A reminder of the rule “{{rule}}”, from the calendar “{{by}}”.',
        'The calendar “{{by}}” has this event, and the rule “{{rule}}” asks for a reminder.',
        'The rule “{{rule}}” asks for a reminder of this event in the calendar “{{by}}”.',
      ],
    },
    headlines: {
      released: '{{event}}: {{actual}}',
      forecast: '{{event}}: {{actual}}, forecast {{forecast}}',
      reminder: 'Coming up: {{event}}',
    },
    calls: {
      none: '{{ticker}}',
      action: '{{ticker}}: {{action}}',
      price: '{{ticker}} at {{close}}',
      both: '{{ticker}}: {{action}} at {{close}}',
    },
    facts: FACTS,
    rule: 'Rule',
  },
  digest: {
    title: 'Digest: ',
    dateline: 'Your digest',
    summary: 'What happened since your last digest, newest first.',
    held: ' Held because too many came to send each on its own: {{count}}.',
    past: {
      many: ' Past news, too late to send on its own: {{count}}.',
      priced: 'Past news: {{when}}, price then {{price}} · ',
      unpriced: 'Past news: {{when}} · ',
    },
    told: ' More alerts about the same moves, not sent on their own: {{count}}.',
    one: '{{count}} alert on ',
    many: '{{count}} alerts on ',
    comma: ', ',
    and: ' and ',
    more: '{{count}} more',
  },
};
