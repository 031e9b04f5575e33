# The dashboard as an image: `make image`, or `docker build .`. HOSTING.md says how it is run.
# The base has Python 3.11 or newer; both stages need the same one. Its digest, not its name, says which
# image that is, of whatever processor: HOSTING.md, "Container", on newer ones.
ARG BASE=docker.io/library/python:3.11-slim-bookworm@sha256:a36c24f9cbdf4fd0f52d67f0823eeac19c2028c637cecc392d97f980d4fec56b

FROM ${BASE} AS built
WORKDIR /explorer
COPY requirements.txt constraints.txt ./
COPY requirements requirements
# An index of your own stays out of the image: --secret id=pip,src=pip.conf
RUN --mount=type=secret,id=pip,target=/etc/pip.conf \
    python3 -m venv /venv && \
    /venv/bin/pip install --quiet --no-cache-dir --no-compile --disable-pip-version-check \
        -r requirements.txt -r requirements/postgres.txt -c constraints.txt && \
    find /venv -type d -name tests -prune -exec rm -r {} + && \
    rm -r /venv/lib/python3*/site-packages/pip /venv/lib/python3*/site-packages/pip-*
COPY . .
# Whoever runs it may not write here, and would compile all of it at each start. Not by the files' times,
# which a copy into the next stage changes; packages hold templates that are no Python.
RUN /venv/bin/python -m compileall -q -j 0 --invalidation-mode unchecked-hash . /venv || true

FROM ${BASE}
COPY --from=built /venv /venv
COPY --from=built /explorer /explorer
# All that it writes lies in the volume, whoever runs it: caches, the ledger, tables that are fetched.
ENV HOME=/data PYTHONUNBUFFERED=1
RUN mkdir /data && chmod 1777 /data
VOLUME /data
WORKDIR /explorer
USER 10001:10001
EXPOSE 8501
HEALTHCHECK --interval=10s --timeout=5s --start-period=20s CMD ["/venv/bin/python", "-m", "container.healthy"]
# It listens to the network of its container, so that whoever comes has to know a name of EXPLORER_HOSTS.
ENTRYPOINT ["/venv/bin/python", "-m", "container.start"]
