import { queryOptions, type UndefinedInitialDataOptions, type QueryFilters } from '@tanstack/react-query'
import { fillPath, type AnswerOf, type Endpoint, type UrlInput, type Address } from '#domain/endpoint.ts'

type Options<Definition> = Omit<UndefinedInitialDataOptions<AnswerOf<Definition>>, 'queryKey'>

export const query = <const Definition extends Endpoint>(
  { path }: Definition,
  ...[input, options]: Record<never, never> extends UrlInput<Definition>
    ? [input?: UrlInput<Definition>, options?: Options<Definition>]
    : [input: UrlInput<Definition>, options?: Options<Definition>]
) => queryOptions<AnswerOf<Definition>>({ ...options, queryKey: [fillPath(path, input)] })

export const queriesOf = (...endpoints: Address[]): QueryFilters => ({
  predicate: ({ queryKey: [url] }) => isUrlOf(String(url), ...endpoints),
})

export const isUrlOf = (url: string, ...endpoints: Address[]): boolean =>
  endpoints.some(({ path }) => new RegExp(`^${path.replaceAll(/{\w+}/g, '[^/?]+')}(?:\\?|$)`).test(url))
