import type { Written } from './written.ts';

export const ES: Written = {
  numbers: `
    {name} se movió siete puntos.
    Once minutos le bastaron a {symbol}.
    Catorce lectores preguntaron por {name}.
    La redacción contó cuarenta órdenes en {symbol}.
    Una docena de operadores nos escribió.
    Unos doscientos contratos cambiaron de manos.
    La regla miró sesenta velas de {name}.
    {symbol} queda en dos mil justos.
    Medio millón de lectores sigue {name}.
    El evento duró noventa segundos.
    {name} se compone de quinientos valores.
    Nueve de cada diez lectores lo vieron.
    Llevamos treinta años con {name}.
    Tres redacciones vigilan {symbol}.
    Hubo ochenta alertas antes de esta.
    Un par de velas lo dicen todo.
    {brand} ha enviado cien alertas sobre {name}.
    Cero dudas con {symbol}.
    Mil lectores están atentos.
    Dos velas marcan el evento de {name}.`,
  parts: `
    {name} devolvió un tercio.
    Dos tercios de la vela habían pasado cuando la regla se activó.
    La mitad de los lectores de {brand} sigue {symbol}.
    {symbol} se duplicó {when}.
    El volumen de {name} se triplicó.
    Es la cuarta alerta sobre {name}.
    Fue el segundo evento del día.
    El precio quedó a la mitad.
    {name} ocupa un cuarto del gráfico.
    Ocurrió dos veces en {symbol}.
    La primera vela lo muestra.
    Fue diez veces lo normal.
    Una décima parte de {name} se vendió.
    Perdió un quinto de su valor.
    La última vela marca el evento.
    A la tercera va la vencida para {symbol}.
    Hubo el doble de actividad en {name}.
    Solo una fracción de los lectores lo vio.
    Vela y media le bastó a {symbol}.
    La regla saltó tres veces.`,
  directions: `
    {name} se vino abajo {when}.
    {symbol} recibió una paliza.
    El precio de {name} tomó rumbo norte.
    Los compradores empujaron {symbol}.
    {name} cedió sus ganancias.
    Día rojo para {symbol}.
    {name} rebotó en el suelo.
    El precio resbaló en {name}.
    {symbol} avanzó al cierre.
    {name} quedó bajo presión.
    Los vendedores hundieron el precio.
    {symbol} terminó en positivo.
    Los alcistas ganaron en {name}.
    {symbol} giró a la baja.
    El evento fue una caída.
    Siguió un repunte en {name}.
    {name} retrocedió.
    {symbol} repuntó de nuevo.
    Todo fue cuesta abajo para {name}.
    {symbol} ganó altura.`,
  extremes: `
    {name} nunca estuvo tan alto.
    Nadie había visto este nivel en {symbol}.
    Fue el mayor evento de su clase.
    {symbol} marcó un récord.
    {name} cerró en su mejor precio.
    El movimiento fue mayor que todos los anteriores.
    {name} superó a cualquier otro índice.
    Fue el peor día para {symbol}.
    La vela es más larga que la anterior.
    {symbol} está cerca de su cima.
    El volumen fue excepcional.
    Fue un movimiento enorme en {name}.
    {name} es el más fuerte de todos.
    El precio quedó muy por encima de la línea.
    {symbol} tocó su techo.
    La pérdida fue menor de lo temido.
    {name} tocó fondo.
    Fue una vela extraordinaria.
    El rango fue inusualmente amplio en {name}.
    {symbol} fue mejor de lo pensado.`,
  advice: `
    Los lectores deberían añadir {name} a su cartera.
    Conviene tener {symbol}.
    Quizá quiera vender {name}.
    Ponga su dinero en {symbol}.
    {name} debe estar en toda cartera.
    Recoja ganancias en {name}.
    No se pierda {symbol}.
    Aléjese de {name}.
    Es momento de actuar con {symbol}.
    Cubra su posición en {symbol}.
    Nosotros compraríamos {name}.
    {name} es una ganga.
    Cierre su operación en {symbol}.
    Ponga un stop en {name}.
    Pregunte a su bróker por {symbol}.
    {symbol} merece la pena.
    Mejor espere con {name}.
    La paciencia compensa en {symbol}.
    Opere {name} con nosotros.
    Aproveche {symbol}.`,
  forecasts: `
    {name} se recuperará.
    Vendrá más de esto en {symbol}.
    La tendencia tiene recorrido.
    {name} debería sostener su línea.
    {symbol} va camino de más.
    Mañana seguirá igual {name}.
    El siguiente objetivo es la línea anterior.
    {name} podría girar pronto.
    Puede repetirse en {symbol}.
    Es probable un giro.
    El evento apunta a lo que viene.
    Nada frenará {name} ahora.
    Hay más por venir en {symbol}.
    {name} parece listo para romper.
    El movimiento continuará.
    {symbol} pondrá a prueba la línea.
    La próxima semana decidirá sobre {name}.
    Las perspectivas de {name} son buenas.
    Es cuestión de tiempo para {symbol}.
    Pronto habrá más de {name}.`,
};
