import { ACCOUNT_CHANNEL } from '#src/shared/account-channel.ts';
/** What a program of ours answered, by operation; lists are cut. A test reads each with the schema of its answer. */
export const ANSWERS: Record<string, string> = Object.fromEntries(
  Object.entries({
    'get-me': {
      user: {
        id: '01a1fb19-a894-7052-bd46-67478b31d4bd',
        email: 'ada@traders.example',
        firstName: 'Augusta',
        lastName: 'Byron',
        emailConfirmed: false,
      },
      workspace: { id: '01a1fb19-a8a8-720f-9223-34a45a198ea4', name: 'Ada Byron', role: 'owner' },
      brand: { id: '01a1fb19-a8b4-7536-b20f-1bdf95bf2cbb', name: 'Ada Byron', color: '#8a6116' },
      subscription: { plan: 'Pro Plan', status: 'Trial', trialEndsAt: '2026-12-04T22:35:25.203Z' },
      outboxUrl: null,
    },
    'post-trial-runs': { id: '01a1fb19-be38-77a3-9cd3-e907a51fe587' },
    'get-alerts-recent': {
      items: [
        {
          id: '01a1fb19-bf76-72ea-bce4-61fe6f50271e',
          channel: ACCOUNT_CHANNEL,
          state: 'held',
          title: 'Trial run: S&P 500 rises 7.03% in one session (6 Apr 2020)',
          symbol: 'SPX',
          timeframe: '1d',
          timeZone: 'America/New_York',
          detector: 'big_move',
          value: 7.0331318945,
          eventTime: '2020-04-06T04:00:00.000Z',
          createdAt: '2026-11-20T22:35:31.053Z',
          sentAt: null,
          reason: 'The address is not confirmed yet.',
          trial: true,
        },
      ],
    },
    'get-alerts-id': {
      id: '01a1fb19-bf76-72ea-bce4-61fe6f50271e',
      state: 'approved',
      symbol: 'SPX',
      timeframe: '1d',
      timeZone: 'America/New_York',
      detector: 'big_move',
      value: 7.0331318945,
      eventTime: '2020-04-06T04:00:00.000Z',
      evidence: {
        bars: [
          {
            low: '2459.959961',
            high: '2538.179932',
            open: '2514.919922',
            time: '2020-04-03T04:00:00.000Z',
            close: '2488.649902',
            volume: '6087190000',
          },
          {
            low: '2574.570068',
            high: '2676.850098',
            open: '2578.280029',
            time: '2020-04-06T04:00:00.000Z',
            close: '2663.679932',
            volume: '6391860000',
          },
        ],
        params: { min_pct: 5 },
        figures: { close: 2663.679932, change_pct: 7.0331318945, previous_close: 2488.649902 },
      },
      subject: 'Trial run: S&P 500 rises 7.03% in one session (6 Apr 2020)',
      text: 'SPX · 6 Apr 2020 · daily bars\n\nS&P 500 rises 7.03% in one session\n\nTrial run. This alert was made from recorded market data. It shows a past event, not the market now.\n\nS&P 500 (SPX) closed at 2,663.68 on Monday, 6 April 2020, 7.03% above the previous close of 2,488.65 on Friday, 3 April 2020.\n\nChange          +7.03%\nClose           2,663.68\nPrevious close  2,488.65\nWhen            Monday, 6 April 2020\nRule            Moves of 5% or more, daily bars\n\nSent by Ada Byron.\n\nFor information only. This is not investment advice, and past market moves say nothing certain about future ones.\n\n',
      trial: true,
    },
    'get-security-sessions': {
      items: [
        {
          id: '01a1fb19-c319-7747-9a28-0bb737a75282',
          current: true,
          userAgent: 'node',
          ip: '127.0.0.1',
          aal: 'aal1',
          createdAt: '2026-11-20T22:35:31.993Z',
          lastUsedAt: '2026-11-20T22:35:31.993Z',
        },
        {
          id: '01a1fb19-c27d-745c-b552-29b69e16d573',
          current: false,
          userAgent: 'node',
          ip: '127.0.0.1',
          aal: 'aal1',
          createdAt: '2026-11-20T22:35:31.837Z',
          lastUsedAt: '2026-11-20T22:35:31.837Z',
        },
      ],
    },
    'get-security-events': {
      items: [
        {
          id: '01a1fb19-c62d-7622-913c-fd7b54c9774c',
          event: 'signed_in',
          ip: '127.0.0.1',
          userAgent: 'node',
          at: '2026-11-20T22:35:32.677Z',
        },
        {
          id: '01a1fb19-c5a3-7325-ad39-916b1111339f',
          event: 'session_ended',
          ip: '127.0.0.1',
          userAgent: 'node',
          at: '2026-11-20T22:35:32.643Z',
        },
      ],
    },
  }).map(([id, answer]) => [id, JSON.stringify(answer, null, 2)]),
);
