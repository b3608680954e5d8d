# The programs alone, for any user: docker build -t seichi . &&
# docker run --rm --user "$(id -u):$(id -g)" -v "$PWD:/games" seichi eval .
FROM rust:1-alpine AS build
RUN apk add --no-cache musl-dev
WORKDIR /seichi
COPY . .
RUN cargo build --locked --release && mkdir -m 1777 /empty

FROM scratch
COPY --from=build /seichi/target/release/seichi /seichi/target/release/seichi-corpus /
COPY LICENSE /
# standard input is kept there while it is read
COPY --from=build /empty /tmp
WORKDIR /games
# nobody, unless --user names another user: seichi writes only where that user may
USER 65534:65534
ENTRYPOINT ["/seichi"]
