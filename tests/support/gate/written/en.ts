import type { Written } from './written.ts';

export const EN: Written = {
  numbers: `
    {name} moved by seven points {when}.
    It took {symbol} eleven minutes to get there.
    Fourteen traders wrote to us about {name}.
    The desk counted forty orders in {symbol}.
    A dozen readers asked about the event.
    Some two hundred contracts changed hands.
    {name} is worth a thousand words.
    The rule looked at sixty bars of {name}.
    That leaves {symbol} at two thousand even.
    Half a million readers follow {name}.
    The event lasted ninety seconds.
    {name} is made of five hundred names.
    One of them is {symbol}.
    Nine out of ten readers saw it.
    The price had a seven in front of it.
    We have covered {name} for thirty years.
    The figures have two decimals.
    There were eighty-one alerts before this one.
    A couple of bars say it all.
    Three desks watch {symbol}.
    Zero doubt about {name}.
    {brand} has sent a hundred alerts on {name}.`,
  parts: `
    {name} gave back a third of it.
    Two thirds of the bar was over when the rule triggered.
    Half of the readers of {brand} follow {symbol}.
    {symbol} doubled {when}.
    The volume of {name} tripled.
    It is the fourth alert on {name}.
    This was the second event of the day.
    The price was cut in half.
    {name} took a quarter of the chart.
    It happened twice in {symbol}.
    The first bar shows it.
    The move was ten times the usual one.
    A tenth of {name} was sold.
    {name} lost a fifth of its value.
    The last of the bars marks the event.
    Its weight in the index halved.
    The event is one half of the story.
    A fraction of the readers saw it.
    The third time is the charm for {symbol}.
    It was twice as busy in {name}.`,
  directions: `
    {name} went south {when}.
    {symbol} took a beating.
    The price of {name} headed north.
    Buyers pushed {symbol} up.
    {name} gave up its gains.
    It was a red day for {symbol}.
    {name} bounced off the floor.
    The price slipped in {name}.
    {symbol} edged up at the close.
    {name} came under pressure.
    Sellers drove the price down.
    {name} climbed the wall of worry.
    {symbol} finished in positive territory.
    The bulls won in {name}.
    {name} was marked down {when}.
    {symbol} turned lower.
    The event was a drop.
    A rally followed in {name}.
    {name} retreated from the line.
    {symbol} ticked up again.
    It all went downhill for {name}.`,
  extremes: `
    {name} has never been so high.
    This is a level nobody has seen in {symbol}.
    The event was the biggest of its kind.
    {symbol} set a record {when}.
    {name} closed at its best price.
    The move was larger than any before it.
    {name} beat every other index.
    It was the worst day for {symbol}.
    The bar is longer than the one before.
    {name} did better than {brand} expected.
    {symbol} sits near its peak.
    The volume was exceptional.
    It was a huge move in {name}.
    {name} is the strongest of the lot.
    The price was well above the line.
    {symbol} touched its ceiling.
    The loss was smaller than feared.
    {name} hit rock bottom.
    It was an extraordinary bar.
    The range was unusually wide in {name}.`,
  advice: `
    Readers should add {name} to their holdings.
    It pays to own {symbol}.
    You may want to sell {name}.
    Put your money into {symbol}.
    {name} belongs in every portfolio.
    Take your gains in {name}.
    Do not miss {symbol}.
    Stay away from {name}.
    Now is the moment to act on {symbol}.
    Consider {name} before it is too late.
    Hedge your position in {symbol}.
    We would buy {name}.
    {name} is a bargain.
    Close your trade in {symbol}.
    Set a stop below the line in {name}.
    Ask your broker for {symbol}.
    {symbol} is worth a try.
    Better wait with {name}.
    Patience pays in {symbol}.
    Trade {name} with us.`,
  forecasts: `
    {name} will recover.
    More of this is on its way in {symbol}.
    The trend has room to run.
    {name} should hold its line.
    {symbol} is set to go further.
    Expect the same tomorrow in {name}.
    The next stop is the old line.
    {name} could turn soon.
    It may happen again in {symbol}.
    A reversal is likely.
    The event points to what comes next.
    {symbol} is on track for more.
    Nothing can stop {name} now.
    There is more to come for {symbol}.
    {name} looks ready to break out.
    The move is bound to go on.
    {symbol} might test the line.
    Next week will tell for {name}.
    The outlook for {name} is bright.
    It is only a matter of time for {symbol}.`,
};
